import { Paper, Stack, Switch, Title } from '@mantine/core';
import { useSingleKeys } from '../../shell/shortcuts.ts';

export function KeyboardShortcuts() {
  const [isOn, setIsOn] = useSingleKeys();
  return (
    <Paper withBorder p="md" component="section" aria-label="Keyboard shortcuts">
      <Stack>
        <Title order={2} size="h4">
          Keyboard shortcuts
        </Title>
        <Switch
          label="Single-key shortcuts"
          description="Press ? on any page to see them. Saved in this browser."
          checked={isOn}
          onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
        />
      </Stack>
    </Paper>
  );
}

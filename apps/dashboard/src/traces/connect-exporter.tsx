import { Stack, Tabs, Text, Title } from '@mantine/core';
import { CopyableCode } from '../feedback/copyable-code.tsx';
import { TextLink } from '../shell/links.tsx';
import { exporterSetups } from './exporter-setups.ts';

/** The variables that point an exporter at this server. */
export function ConnectExporter() {
  const setups = exporterSetups(window.location.origin);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Connect an exporter
      </Title>
      <Text size="sm" c="dimmed">
        Use{' '}
        <TextLink to="/settings/api-keys" inherit>
          an API key
        </TextLink>{' '}
        with the permission to record events. The attributes <code>outturn.agent</code>,{' '}
        <code>outturn.session</code> and <code>outturn.customer</code> choose the keys of the calls.
      </Text>
      <Tabs defaultValue={setups[0]?.label ?? ''}>
        <Tabs.List aria-label="Programs">
          {setups.map(({ label }) => (
            <Tabs.Tab key={label} value={label}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {setups.map(({ label, about, code }) => (
          <Tabs.Panel key={label} value={label} pt="sm">
            <Text size="sm" mb="xs">
              {about}
            </Text>
            <CopyableCode code={code} label={`Setup of ${label}`} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

import { Button, Checkbox, Fieldset, Group, SimpleGrid, Text } from '@mantine/core';
import {
  allScopes,
  EVERY_SCOPE,
  FULL_ACCESS,
  type KeyScope,
  readScopes,
  scopeAction,
  scopeGroups,
} from './scopes.ts';

type ScopeInputsProps = {
  value: KeyScope[];
  onChange: (scopes: KeyScope[]) => void;
  error?: React.ReactNode;
};

export function ScopeInputs({ value, onChange, error }: ScopeInputsProps) {
  const isFull = value.includes(FULL_ACCESS);
  return (
    <Fieldset legend="Permissions">
      <Checkbox
        label="Full access"
        description={EVERY_SCOPE}
        checked={isFull}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [FULL_ACCESS] : allScopes)}
      />
      {!isFull && <ScopeChoices value={value} onChange={onChange} error={error} />}
    </Fieldset>
  );
}

function ScopeChoices({ value, onChange, error }: ScopeInputsProps) {
  return (
    <>
      <Group gap="xs" my="sm">
        <Button size="compact-sm" variant="default" onClick={() => onChange(allScopes)}>
          Select all
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onChange(readScopes)}>
          Read only
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onChange([])}>
          None
        </Button>
      </Group>
      <Checkbox.Group
        value={value}
        onChange={(next: KeyScope[]) => onChange(next)}
        error={error}
        aria-label="Scopes"
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" verticalSpacing={6}>
          {Object.entries(scopeGroups).map(([name, scopes]) => (
            <Group key={name} gap="sm" wrap="nowrap" justify="space-between">
              <Text size="sm" w={84}>
                {name}
              </Text>
              <Group gap="sm" wrap="nowrap" miw={148}>
                {scopes.map((scope) => (
                  <Checkbox
                    key={scope}
                    size="xs"
                    value={scope}
                    label={scopeAction(scope)}
                    aria-label={`${name}: ${scopeAction(scope)}`}
                    w={68}
                  />
                ))}
              </Group>
            </Group>
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </>
  );
}

import { Button, Checkbox, Fieldset, Group, SimpleGrid, Text } from '@mantine/core';
import { allScopes, readScopes, type Scope, scopeAction, scopeGroups } from './scopes.ts';

type ScopeInputsProps = { value: Scope[]; onChange: (scopes: Scope[]) => void; error?: React.ReactNode };

export function ScopeInputs({ value, onChange, error }: ScopeInputsProps) {
  return (
    <Fieldset legend="What it may do">
      <Group gap="xs" mb="sm">
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
        onChange={(next: Scope[]) => onChange(next)}
        error={error}
        aria-label="Scopes"
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={6}>
          {Object.entries(scopeGroups).map(([name, scopes]) => (
            <Group key={name} gap="sm" wrap="nowrap" justify="space-between">
              <Text size="sm" w={84}>
                {name}
              </Text>
              <Group gap="sm" wrap="nowrap">
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
    </Fieldset>
  );
}

import { Group, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { isRecordKind, type RecordKind, recordKindNames, recordKinds } from '../../kinds/record-kinds.ts';
import { CodeExamples, PLACEHOLDER } from './code-examples.tsx';
import { EXAMPLES } from './example-link.tsx';

type RecordExampleProps = { kind: RecordKind; isAskedFor: boolean; onChange: (kind: RecordKind) => void };

/** Code that records each kind. Links from pages without data lead here and focus it. */
export function RecordExample({ kind, isAskedFor, onChange }: RecordExampleProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAskedFor) section.current?.focus();
  }, [isAskedFor]);
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      id={EXAMPLES}
      ref={section}
      tabIndex={-1}
      aria-labelledby="examples-title"
      style={{ scrollMarginTop: 72 }}
    >
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} size="h4" id="examples-title">
          Record data
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Kind of record"
          value={kind}
          onChange={(next) => isRecordKind(next) && onChange(next)}
          data={recordKindNames.map((name) => ({ value: name, label: recordKinds[name].singular }))}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        Replace {PLACEHOLDER} with the secret of one of your keys. Agents, customers, goal types and tools are
        created by the first record that names them.
      </Text>
      <CodeExamples kind={kind} />
    </Paper>
  );
}

import { Text } from '@mantine/core';
import { MetadataList } from '../catalogue/metadata-list.tsx';
import classes from './sessions.module.css';

type StepMetadataProps = { metadata: Readonly<Record<string, unknown>> };

/** The metadata of a step, which opens below its name. */
export function StepMetadata({ metadata }: StepMetadataProps) {
  return (
    <details className={classes.metadata}>
      <Text component="summary" size="xs" c="dimmed" w="fit-content">
        Metadata ({Object.keys(metadata).length})
      </Text>
      <MetadataList metadata={metadata} labelWidth={110} />
    </details>
  );
}

import { Alert } from '@mantine/core';
import { errorText } from '../api/error-text.ts';

/** Why a form was refused. */
export function Refused({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Alert color="var(--outturn-bad)" variant="outline" role="alert">
      {errorText(error)}
    </Alert>
  );
}

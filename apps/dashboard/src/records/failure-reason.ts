/** Keys of metadata in which instruments and programs tell why a step failed, the most telling first. */
const reasons = [
  'error',
  'error.message',
  'errorMessage',
  'error_message',
  'exception.message',
  'message',
  'reason',
  'error.type',
];

/** Why a step failed, as its metadata tells it; undefined where it does not. */
export function failureReason(metadata: Readonly<Record<string, unknown>> | null): string | undefined {
  const found = reasons.map((key) => textOf(metadata?.[key]));
  return found.find((text) => text !== undefined);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null && 'message' in value) return textOf(value.message);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

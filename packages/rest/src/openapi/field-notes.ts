const decimal = '^-?\\d{1,15}(\\.\\d{1,9})?$';

/** What the fields of these names are, where their schema does not say more than its kind. */
const notes: Readonly<Record<string, string>> = {
  achievedAt: 'When the goal was achieved, in UTC.',
  agentId: 'Id of the agent.',
  agentKey: 'Key of the agent.',
  code: 'Short name of the error.',
  cost: 'What it cost: decimal string in USD.',
  created: 'How many items were created.',
  createdAt: 'When the record was created, in UTC.',
  customerId: 'Id of the customer.',
  customerKey: 'Key of the customer.',
  description: 'Free text.',
  details: 'One entry per field that is wrong.',
  error: 'Why the item was rejected.',
  eventId: 'Id of the associated event.',
  field: 'Path of the field, such as `amount` or `metadata.plan`.',
  generatedAt: 'When the outcome was generated, in UTC.',
  goalId: 'Id of the associated goal.',
  goalKey: 'Key of the goal type.',
  id: 'Identifier of the record.',
  inputTokens: 'Tokens sent to the model.',
  key: 'The key that you chose.',
  message: 'What is wrong, for people.',
  metadata: 'Free-form map of string keys to values.',
  model: 'The model that was called.',
  name: 'A name for people.',
  occurredAt: 'When it happened, in UTC.',
  outputTokens: 'Tokens received from the model.',
  provider: "The model's provider.",
  record: 'The record, as if it had been created alone.',
  recordedAt: 'When the revenue was made, in UTC.',
  rejected: 'How many items were rejected.',
  replayed: 'How many items had been created before.',
  results: 'What became of each item, in the order of the items.',
  sessionKey: 'Key of the session.',
  status: 'What became of the item.',
  toolId: 'Id of the associated tool.',
  toolKey: 'Key of the tool.',
  type: 'What happened.',
  updatedAt: 'When the record was last changed, in UTC.',
};

/** Descriptions that only say of which kind a field is. */
const general = ['Identifier.', 'ISO 8601 timestamp in UTC.'];

/** The description of a field: its own, or the note of its name. */
export function describeField(name: string, own: unknown): unknown {
  return own === undefined || general.includes(String(own)) ? (notes[name] ?? own) : own;
}

/** The form of fields of these names, where their schema does not say. */
export const patterns: Readonly<Record<string, string>> = {
  amount: decimal,
  cost: decimal,
  value: decimal,
  // These repeat what was sent, and that may be any text.
  field: '^[\\s\\S]*$',
  message: '^[\\s\\S]*$',
};

/** The most characters that fields of these names hold, where it is not 255 and their schema does not say. */
export const longest: Readonly<Record<string, number>> = {
  // A sign, 15 digits, a point and 9 decimals.
  amount: 26,
  cost: 26,
  value: 26,
  description: 5000,
  message: 20_000,
  field: 20_000,
};

/** The largest numbers in fields of these names, where it is not what their schema says. */
export const largest: Readonly<Record<string, number>> = { created: 1000, replayed: 1000, rejected: 1000 };

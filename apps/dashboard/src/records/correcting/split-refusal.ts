import { refusedFields } from '../../api/error-text.ts';
import { fieldLabel } from '../record-columns.ts';
import { actionWords } from './correction-actions.ts';

type FormOfRecord = {
  /** The record in words, such as `This revenue`. */
  subject: string;
  /** The fields that the form has. */
  fields: readonly string[];
  /** The label of a field. Without it, the field has the label that it has in records. */
  labelOf?: (field: string) => string;
};

/** A refusal as a form shows it: what is wrong with one of its fields at that field, and everything else above the form. */
export function splitRefusal(
  error: unknown,
  { subject, fields, labelOf = fieldLabel }: FormOfRecord,
): { above: unknown; atFields: Record<string, string> } {
  const details = refusedFields(error);
  if (details.length === 0) return { above: error, atFields: {} };
  const atFields: Record<string, string> = {};
  const above: string[] = [];
  for (const { field, message } of details) {
    const name = field.replace(/^changes\./, '');
    const isOfRecord = field === 'id' || field === 'action';
    const sentence = `${isOfRecord ? subject : labelOf(name)} ${inWords(message)}.`;
    if (fields.includes(name)) atFields[name] = sentence;
    else above.push(sentence);
  }
  return { above: above.length > 0 ? new Error(above.join(' ')) : null, atFields };
}

/** The server quotes the action of the call: `cannot be "void"`. */
function inWords(message: string): string {
  return Object.entries(actionWords).reduce(
    (text, [action, { done }]) => text.replace(`"${action}"`, done.toLowerCase()),
    message,
  );
}

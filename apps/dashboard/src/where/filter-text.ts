import { capital } from '../format/capital.ts';
import { visible } from '../format/visible.ts';
import { type Filter, splitText } from './filters.ts';

/** More values than these are counted. */
const MOST = 3;

/** A filter in words, such as `Agent is Support desk`. `nameOf` names the members that the values are keys of. */
export function filterText(filter: Filter, nameOf: (key: string) => string | null = () => null): string {
  const { condition, values } = filter;
  const subject = capital(splitText(filter));
  if (condition === 'missing') return `${subject} is not set`;
  if (condition === 'present') return `${subject} is set`;
  const names = values
    .slice(0, values.length > MOST + 1 ? MOST : MOST + 1)
    .map((key) => visible(nameOf(key) || key));
  const rest = values.length - names.length;
  const isNot = condition === 'notIn' ? ' not' : '';
  if (values.length === 1) return `${subject} is${isNot} ${names[0]}`;
  return `${subject} is${isNot} any of ${[...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`;
}

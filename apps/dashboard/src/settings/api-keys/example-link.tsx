import { firstKind, type RecordKind } from '../../kinds/record-kinds.ts';
import { TextLink } from '../../shell/links.tsx';

/** The id of the examples on the page of API keys. */
export const EXAMPLES = 'examples';

/** Links a page without data to the code that records some. */
export function ExampleLink({
  kind = firstKind,
  children = 'See how to record one',
}: {
  kind?: RecordKind | undefined;
  children?: string;
}) {
  return (
    <TextLink to="/settings/api-keys" search={{ example: kind }} hash={EXAMPLES} inherit>
      {children}
    </TextLink>
  );
}

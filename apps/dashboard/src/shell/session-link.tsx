import { visible } from '../format/visible.ts';
import { TextLink } from './links.tsx';

/** The key of a session, which links to its steps. */
export function SessionLink({ sessionKey }: { sessionKey: string }) {
  const text = visible(sessionKey);
  return (
    <TextLink
      to="/sessions/$key"
      params={{ key: sessionKey }}
      size="sm"
      truncate
      display="block"
      // As wide as its text: what is beside it belongs to the row.
      w="fit-content"
      maw="100%"
      title={text}
      dir="auto"
      ta="left"
    >
      {text}
    </TextLink>
  );
}

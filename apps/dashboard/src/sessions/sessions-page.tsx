import { Page } from '../shell/page.tsx';

/** The list of sessions. */
export function SessionsPage() {
  return <Page title="Sessions">{null}</Page>;
}

import { Page } from '../shell/page.tsx';

/** The records behind a number. */
export function ProofPage() {
  return <Page title="Records">{null}</Page>;
}

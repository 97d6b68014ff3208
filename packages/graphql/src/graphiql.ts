import { createHash } from 'node:crypto';
import type { GraphiQLOptions } from 'graphql-yoga';

/** GraphiQL as it opens for the first time: with what to do, and something to run. */
export function graphiqlOptions({ isSignedIn }: { isSignedIn: boolean }): GraphiQLOptions {
  return {
    title: 'Outturn GraphiQL',
    defaultEditorToolsVisibility: 'headers',
    // What a call with a session must carry; a call with a key needs nothing else.
    headers: JSON.stringify(
      isSignedIn ? { 'x-outturn-csrf': '1' } : { Authorization: 'Bearer <API key>' },
      null,
      2,
    ),
    defaultQuery: `# Welcome to Outturn.
#
${isSignedIn ? signedIn : withKey}
${query}`,
  };
}

const signedIn = `# You are signed in: what you run is run as you.
#
# Run the query with Ctrl-Enter.`;

const withKey = `# 1. In the tab "Headers" below, put your API key in
#    the place of <API key>:
#      { "Authorization": "Bearer ot_live_..." }
#    This makes one:
#      npm run outturn -- keys create --developer me
# 2. Fetch the schema for documentation and completion:
#    the two arrows at the left.
# 3. Run the query with Ctrl-Enter.`;

const query = `
query NewestRevenues {
  revenues(first: 5) {
    nodes {
      id
      amount
      agentKey
      customerKey
      recordedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;

/** The Content-Security-Policy of the page: its own two scripts by their hashes, their workers, and nobody else. */
export function policyOf(page: string): string {
  const hashes = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

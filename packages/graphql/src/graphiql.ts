import type { GraphiQLOptions } from 'graphql-yoga';

/** GraphiQL as it opens for the first time: with what to do, and something to run. */
export const graphiqlOptions: GraphiQLOptions = {
  title: 'Outturn GraphiQL',
  defaultEditorToolsVisibility: 'headers',
  headers: JSON.stringify({ Authorization: 'Bearer <API key>' }, null, 2),
  defaultQuery: `# Welcome to Outturn.
#
# 1. Put your API key into the tab "Headers" below, in the place of <API key>:
#    { "Authorization": "Bearer ot_live_..." }
#    Make a key with: npm run outturn -- keys create --developer NAME
# 2. Fetch the schema with the round arrow at the left, for documentation and completion.
# 3. Run the query with Ctrl-Enter.

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
`,
};

import type { GraphiQLOptions } from 'graphql-yoga';

/** GraphiQL as it opens for the first time: with what to do, and something to run. */
export const graphiqlOptions: GraphiQLOptions = {
  title: 'Outturn GraphiQL',
  defaultEditorToolsVisibility: 'headers',
  headers: JSON.stringify({ Authorization: 'Bearer <API key>' }, null, 2),
  defaultQuery: `# Welcome to Outturn.
#
# 1. In the tab "Headers" below, put your API key in
#    the place of <API key>:
#      { "Authorization": "Bearer ot_live_..." }
#    This makes one:
#      npm run outturn -- keys create --developer me
# 2. Fetch the schema for documentation and completion:
#    the two arrows at the left.
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

import type { GraphiQLOptions } from 'graphql-yoga';

/** 9 MB with styles and workers; no other files. */
export async function graphiqlScript(): Promise<string> {
  const { js, css, favicon, ...workers } = await import('@graphql-yoga/render-graphiql/graphiql');
  const { editorWorkerService, graphqlWorker: graphql, jsonWorker: json } = workers;
  return `${js};
{
  const texts = ${JSON.stringify({ editorWorkerService, graphql, json })};
  const urls = Object.fromEntries(
    Object.entries(texts).map(([label, text]) => [
      label,
      URL.createObjectURL(new Blob([text], { type: 'application/javascript' })),
    ]),
  );
  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => urls[label] };
  document.head.append(
    Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(css)} }),
    Object.assign(document.createElement('link'), { rel: 'icon', href: ${JSON.stringify(favicon)} }),
  );
  const root = document.querySelector('#root');
  YogaGraphiQL.renderYogaGraphiQL(root, JSON.parse(root.dataset.options));
}
`;
}

type PageOptions = {
  isSignedIn: boolean;
  script: string;
  /** `sha256-…` */
  integrity: string;
};

export function graphiqlPage({ isSignedIn, script, integrity }: PageOptions): string {
  const options = graphiqlOptions(isSignedIn);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${options.title}</title>
</head>
<body id="body" class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root" data-options="${JSON.stringify(options).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></div>
<script src="${script}" integrity="${integrity}"></script>
</body>
</html>
`;
}

/** Allows the script by its hash, and its workers. */
export function graphiqlPolicy(integrity: string): string {
  return [
    "default-src 'none'",
    `script-src '${integrity}'`,
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

function graphiqlOptions(isSignedIn: boolean): GraphiQLOptions {
  return {
    title: 'Outturn GraphiQL',
    defaultEditorToolsVisibility: 'headers',
    // Calls with a session need this header; those with a key do not.
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
#      outturn keys create --developer me
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

import { expect, test } from 'vitest';
import { graphiqlPage, graphiqlPolicy, graphiqlScript } from './graphiql.ts';
import { asCaller, useSurface } from './surface.fixture.ts';

const development = useSurface();
const production = useSurface({ isDevelopment: false });

const script = '/graphql/graphiql.js';
const integrity = 'sha256-abc';

test('page for an API key has a field for it, and page for a session needs none', () => {
  const withKey = graphiqlPage({ isSignedIn: false, script, integrity });
  const signedIn = graphiqlPage({ isSignedIn: true, script, integrity });
  for (const page of [withKey, signedIn]) expect(page).toContain('<title>Outturn GraphiQL</title>');
  expect(withKey).toContain('In the tab \\&quot;Headers\\&quot; below, put your API key');
  expect(signedIn).toContain('x-outturn-csrf');
  expect(signedIn).not.toContain('API key');
});

test('page has one script, which its policy names by its hash', () => {
  const page = graphiqlPage({ isSignedIn: false, script, integrity });
  expect(page.match(/<script[\s\S]*?<\/script>/g)).toEqual([
    `<script src="${script}" integrity="${integrity}"></script>`,
  ]);
  const policy = graphiqlPolicy(integrity);
  expect(policy).toContain(`default-src 'none'; script-src '${integrity}'; worker-src blob:;`);
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
});

test('script contains its assets, so that GraphiQL runs without a network', async () => {
  const text = await graphiqlScript();
  const { css } = await import('@graphql-yoga/render-graphiql/graphiql');
  expect(text).toContain(JSON.stringify(css));
  for (const [, target] of css.matchAll(/url\(\s*["']?([^)"']*)/g)) expect(target).toMatch(/^(data:|#|$)/);
  expect(css).not.toMatch(/@import/);
  expect(text).not.toMatch(/\bimport\(["'`]https?:/);
  expect(text).not.toMatch(/(unpkg|jsdelivr|cdnjs|esm\.sh|googleapis|gstatic)\./);
});

test('GraphQL itself serves no page', async () => {
  const headers = { accept: 'text/html,*/*;q=0.8' };
  const answer = await development.send(new Request('http://outturn/graphql', { headers }));
  expect(answer.headers.get('content-type')).toContain('application/json');
});

test('in production the schema refuses introspection, also in reports, and answers everything else', async () => {
  const run = asCaller(production, await production.newCaller());
  const refused = {
    message: expect.stringContaining('introspection has been disabled'),
    extensions: { code: 'Invalid Request' },
  };
  const document = '{ __schema { queryType { name } } }';
  expect((await run(document)).errors[0]).toMatchObject(refused);
  const save = 'mutation ($input: SaveReportInput!) { saveReport(input: $input) { name } }';
  const saved = await run(save, { input: { name: 'schema', document } });
  expect(saved.errors[0]).toMatchObject(refused);
  expect((await run('{ __typename agents { nodes { __typename } } }')).errors).toEqual([]);
  const curious = asCaller(development, await development.newCaller());
  expect((await curious('{ __schema { queryType { name } } }')).errors).toEqual([]);
});

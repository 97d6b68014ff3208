import { expect, test } from 'vitest';
import { asCaller, useSurface } from './surface.fixture.ts';

const development = useSurface();
const production = useSurface({ isDevelopment: false });

const browse = () => new Request('http://outturn/graphql', { headers: { accept: 'text/html,*/*;q=0.8' } });

test('in development a browser gets GraphiQL, before it has a key', async () => {
  const { status, headers, text } = await development.send(browse());
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/html');
  expect(text).toContain('Outturn GraphiQL');
  expect(text).toContain('In the tab \\"Headers\\" below, put your API key');
});

test('the page brings its assets along: it runs without a network', async () => {
  const { text } = await development.send(browse());
  const markup = text.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '');
  const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n');

  expect(styles.length).toBeGreaterThan(1000);
  for (const [, target] of markup.matchAll(/(?:src|href)\s*=\s*["']([^"']*)/g))
    expect(target).toMatch(/^data:/);
  for (const [, target] of styles.matchAll(/url\(\s*["']?([^)"']*)/g)) expect(target).toMatch(/^(data:|#|$)/);
  expect(styles).not.toMatch(/@import/);
  expect(text).not.toMatch(/\bimport\(["'`]https?:/);
  expect(text).not.toMatch(/(unpkg|jsdelivr|cdnjs|esm\.sh|googleapis|gstatic)\./);
});

test('in production there is none', async () => {
  const { headers, text } = await production.send(browse());
  expect(headers.get('content-type')).toContain('application/json');
  expect(text).not.toContain('<script');
});

test('in production the schema answers no questions about itself, also in reports, and everything else', async () => {
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

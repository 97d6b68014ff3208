import { openApiDocument } from '@outturn/rest';
import { describe, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { violations } from '../support/openapi/conformance.ts';
import { documentFile, follow, type Media, openApi, operations } from '../support/openapi/document.ts';

const gateway = useGateway();

describe('/v1/openapi.json', () => {
  test('equals the committed openapi.json (vitest --update accepts a change)', async () => {
    const { status, headers, text } = await send(`${gateway.url}/v1/openapi.json`);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    await expect(`${JSON.stringify(JSON.parse(text), null, 1)}\n`).toMatchFileSnapshot(documentFile);
  });

  test('needs no key, and reading it without one is no failed authentication', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 100; i++) statuses.add((await send(`${gateway.url}/v1/openapi.json`)).status);

    expect([...statuses]).toEqual([200]);
    expect((await send(`${gateway.url}/v1/agents`)).status).toBe(401);
  });

  test('names the public URL as its server', () => {
    expect(openApiDocument('https://api.example.com').servers).toMatchObject([
      { url: 'https://api.example.com' },
    ]);
    expect(openApi.servers).toMatchObject([{ url: '/' }]);
  });

  test('has every path of the specification', () => {
    const paths = Object.keys(openApi.paths);
    const ofSpec = ['revenues', 'outcomes', 'goals', 'agents', 'customers', 'goal-types', 'events'];
    expect(paths).toEqual(expect.arrayContaining(ofSpec.map((name) => `/v1/${name}`)));
    expect(paths).toContain('/v1/revenues/{id}');
  });

  test('describes every field and parameter', () => {
    expect(undescribed(openApi)).toEqual([]);
  });

  test('has no dangling references', () => {
    const references = [...JSON.stringify(openApi).matchAll(/\{"\$ref":"[^"]+"\}/g)].map(([text]) =>
      JSON.parse(text),
    );
    expect(references.length).toBeGreaterThan(100);
    for (const reference of references) expect(follow(reference), reference.$ref).toBeDefined();
  });
});

describe.each(operations)('the examples of $operationId', (operation) => {
  const examplesOf = ({ schema, example, examples = {} }: Media['application/json']) =>
    [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples).map((one) => follow(one).value),
    ].map((value) => ({ value, problems: violations(schema, value) }));

  test('conform to their schemas', () => {
    const answers = Object.entries(operation.responses).filter(([status]) => status !== '204');
    const media = [operation.requestBody, ...answers.map(([, response]) => response)].flatMap((part) =>
      part?.content ? [part.content['application/json']] : [],
    );
    const examples = media.map(examplesOf);

    expect(examples.every((of) => of.length > 0)).toBe(true);
    expect(examples.flat().filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  test('have the status of their response, if they are errors', () => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      for (const one of Object.values(content?.['application/json'].examples ?? {}))
        expect(follow(one).value).toMatchObject({ status: Number(status) });
    }
  });
});

describe('/docs', () => {
  test('loads nothing from other origins', async () => {
    const { status, headers, text } = await send(`${gateway.url}/docs`);
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = [...text.matchAll(/<script src="([^"]+)">/g)].map(([, url = '']) => url);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    expect(text).not.toMatch(/https?:\/\//);
    expect(scripts).toHaveLength(2);
    for (const url of scripts) {
      const script = await send(new URL(url, `${gateway.url}/docs`).href);
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
    }
  });

  test('serves its viewer compressed to clients that accept it', async () => {
    const viewer = async (encoding: string) =>
      fetch(`${gateway.url}/docs/viewer.js`, { headers: { 'accept-encoding': encoding } });
    const [plain, zipped] = [await viewer('identity'), await viewer('gzip')];

    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(await plain.text());
  });
});

/** The names of fields and parameters without a description; a reference has that of its target. */
function undescribed(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, parameters = {} } = value as Record<string, object>;
  const mute = Object.entries<object>({ ...properties, ...parameters })
    .filter(([, field]) => !('description' in field) && !('$ref' in field))
    .map(([name, field]) => ('name' in field ? String(field.name) : name));
  return [...mute, ...Object.values(value).flatMap(undescribed)];
}

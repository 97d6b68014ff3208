import { openApiDocument } from '@outturn/rest';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';

const gateway = useGateway();

const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
const paths = Object.entries(openApiDocument().paths).map(([template, operations]) => ({
  template,
  path: template.replace(/\{\w+\}/g, 'one'),
  methods: Object.keys(operations).map((method) => method.toUpperCase()),
}));

/** The documented methods of every template that fits: the batch of a kind also has the form of an id. */
function allowedAt(path: string): string[] {
  const fits = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const documented = paths.filter(({ template }) => fits(template)).flatMap((each) => each.methods);
  const all = documented.includes('GET') ? [...documented, 'HEAD'] : documented;
  return [...new Set(all)].sort();
}

describe('a method that the path does not have', () => {
  test.each(paths)('is 404 with the allowed methods at $template', async ({ path }) => {
    const { token } = await mintKey();
    const allowed = allowedAt(path);
    const wrong = methods.filter((method) => !allowed.includes(method));
    expect(wrong).not.toEqual([]);
    for (const method of wrong) {
      const { status, headers, text } = await send(`${gateway.url}${path}?limit=1`, { method, token });
      expect([method, status, headers.get('allow')]).toEqual([method, 404, allowed.join(', ')]);
      if (method === 'HEAD') continue;
      expect(parse(text)).toMatchObject({
        code: 'Not Found',
        message: `There is no endpoint ${method} ${path}. Allowed methods: ${allowed.join(', ')}.`,
        path: `${method} ${path}`,
      });
    }
  });

  test.each(['/v1/openapi.json', '/healthz', '/readyz', '/metrics', '/docs'])(
    'is 404 with the allowed methods at %s',
    async (path) => {
      const { token } = await mintKey();
      const { status, headers, text } = await send(`${gateway.url}${path}`, { method: 'POST', token });
      expect([status, headers.get('allow')]).toEqual([404, 'GET, HEAD']);
      expect(text).toContain(`There is no endpoint POST ${path}. Allowed methods: GET, HEAD.`);
    },
  );

  test('is 401 without the methods for an unknown caller', async () => {
    const { status, headers, text } = await send(`${gateway.url}/v1/revenues`, {
      method: 'PUT',
      token: null,
    });
    expect([status, headers.get('allow')]).toEqual([401, null]);
    expect(text).not.toContain('Allowed methods');
  });
});

test.each(['/v1/nothing', '/v1', '/v1/revenues/', '/nothing'])(
  '%s has no methods, and its 404 has no Allow header',
  async (path) => {
    const { token } = await mintKey();
    const { status, headers, text } = await send(`${gateway.url}${path}`, { method: 'PUT', token });
    expect([status, headers.get('allow')]).toEqual([404, null]);
    expect(text).not.toContain('Allowed methods');
  },
);

test('HEAD is answered where GET is', async () => {
  const { token } = await mintKey();
  const { status, text } = await send(`${gateway.url}/v1/revenues`, { method: 'HEAD', token });
  expect([status, text]).toEqual([200, '']);
});

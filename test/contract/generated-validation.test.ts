// Every field and parameter of openapi.json, missing and wrong, without knowledge of what the operations do.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { type Account, exampleBody, exampleQuery, newAccount } from '../support/openapi/account.ts';
import { answerViolations } from '../support/openapi/conformance.ts';
import {
  bodySchema,
  isBatch,
  type Json,
  type Operation,
  operations,
  parametersIn,
} from '../support/openapi/document.ts';
import { wrongTexts, wrongTypes } from '../support/openapi/wrong-values.ts';

const gateway = useGateway();
let account: Account;
beforeAll(async () => {
  account = await newAccount(gateway.url);
  await account.furnish();
});

type Failure = { code: string; status: number; details?: { field: string; message: string }[] };

/** The error of an answer, which must be a 400 that conforms to the document. */
function refusal(operation: Operation, answer: Answer): Failure {
  expect(answerViolations(operation, answer)).toEqual([]);
  expect(answer.status).toBe(400);
  return JSON.parse(answer.text) as Failure;
}

/** Sends a body, or a batch of one, and returns why it was refused. */
async function refusedBody(operation: Operation, body: Json): Promise<Failure> {
  const path = await account.existing(operation);
  if (!isBatch(operation)) return refusal(operation, await account.call(operation, { path, body }));
  const answer = await account.call(operation, { body: [body] });
  const { results } = JSON.parse(answer.text) as { results: { status: string; error: Failure }[] };
  expect(answerViolations(operation, answer)).toEqual([]);
  expect(results).toEqual([{ status: 'rejected', error: expect.anything() }]);
  return { ...results[0]?.error, status: 400 } as Failure;
}

const named = (field: string) => expect.arrayContaining([{ field, message: expect.any(String) }]);

const exampleItem = (operation: Operation): Json => {
  const [body] = [exampleBody(operation)].flat();
  return body as Json;
};

const withBody = operations.filter((operation) => bodySchema(operation));

describe.each(withBody)('the body of $operationId', (operation) => {
  const { properties = {}, required = [] } = bodySchema(operation) ?? {};

  test.each(required)('is refused without %s', async (field) => {
    const { [field]: _, ...body } = exampleItem(operation);
    const { code, details } = await refusedBody(operation, body);

    expect(code).toBe('Invalid Request');
    expect(details).toEqual([{ field, message: 'is required' }]);
  });

  test.each(Object.entries(properties))('is refused with %s of a wrong type', async (field, schema) => {
    for (const value of wrongTypes(schema)) {
      const { code, details } = await refusedBody(operation, { ...exampleItem(operation), [field]: value });

      expect(code).toBe(schema.format === 'uuid' ? 'Invalid ID' : 'Invalid Request');
      expect(details, JSON.stringify(value)).toEqual(named(field));
    }
  });

  test('is refused with an unknown field', async () => {
    const { details } = await refusedBody(operation, { ...exampleItem(operation), nonesuch: 1 });
    expect(details).toEqual([{ field: 'nonesuch', message: 'is not a known field' }]);
  });

  test.each(['text', 7, null, isBatch(operation) ? {} : []])('is refused as %j', async (body) => {
    const path = await account.existing(operation);
    const answer = await account.call(operation, { path, body });
    expect(refusal(operation, answer).code).toBe('Invalid Request');
  });
});

const withParameters = operations.filter(({ parameters }) => parameters.length > 0);

describe.each(withParameters)('the parameters of $operationId', (operation) => {
  test.each(parametersIn(operation, 'query'))(
    'are refused with a wrong $name in the query',
    async (parameter) => {
      const path = await account.existing(operation);
      for (const value of wrongTexts(parameter)) {
        const answer = await account.call(operation, { path, query: { [parameter.name]: value } });
        expect(refusal(operation, answer).details, value).toEqual(named(parameter.name));
      }
    },
  );

  test.each(parametersIn(operation, 'path'))(
    'are refused with a wrong $name in the path',
    async (parameter) => {
      for (const value of wrongTexts(parameter)) {
        if (value === '') continue;
        const answer = await account.call(operation, { path: { [parameter.name]: value } });
        const { code, details } = refusal(operation, answer);
        if (parameter.schema.format === 'uuid') expect({ code, details }).toEqual({ code: 'Invalid ID' });
        else expect(details).toEqual(named(parameter.name));
      }
    },
  );

  test.each(parametersIn(operation, 'header'))(
    'are refused with a wrong $name in the header',
    async ({ name }) => {
      const path = await account.existing(operation);
      for (const value of ['with space', 'x'.repeat(256)]) {
        const answer = await account.call(operation, { path, headers: { [name]: value } });
        expect(refusal(operation, answer).code).toBe('Invalid Request');
      }
    },
  );
});

const reads = operations.filter(({ method }) => method === 'GET');

test.each(reads)('$operationId refuses an unknown parameter', async (operation) => {
  const path = await account.existing(operation);
  const query = { ...exampleQuery(operation), nonesuch: '1' };
  const answer = await account.call(operation, { path, query });
  expect(refusal(operation, answer).details).toEqual([
    { field: 'nonesuch', message: 'is not a known field' },
  ]);
});

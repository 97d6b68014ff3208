import { allOperations, isMutation } from '@outturn/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, fromOurPage, signedUp } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { fillAccount, inputs, type Names, namesOfNothing, viewOf } from './another-account.fixture.ts';

const gateway = useGateway();
let owner: Browser;
let stranger: Browser;
let theirs: Names;
let before: unknown;
beforeAll(async () => {
  [owner, stranger] = [await signedUp(gateway.url), await signedUp(gateway.url)];
  theirs = await fillAccount(owner);
  before = await viewOf(owner);
});

test('every operation is tried', () => {
  const tried = Object.entries(inputs).flatMap(([group, verbs]) =>
    Object.keys(verbs).map((verb) => `${group}.${verb}`),
  );
  expect(tried.sort()).toEqual(allOperations.map(({ name }) => name).sort());
});

function operationOf(name: string) {
  const operation = allOperations.find((one) => one.name === name);
  if (operation) return operation;
  throw new Error(`there is no operation ${name}`);
}

/** An answer without its variable parts: the names in the question, and generated ids and times. */
async function ask(name: string, input: unknown, names: Names): Promise<string> {
  const headers = { cookie: stranger.cookie, ...fromOurPage };
  const url = `${gateway.url}/trpc/${name}`;
  const json = JSON.stringify(input);
  const { status, text } = await (isMutation(operationOf(name))
    ? send(url, { headers, body: json })
    : send(`${url}?input=${encodeURIComponent(json)}`, { headers }));
  // An answer contains nothing of the owner that the question did not name.
  for (const [what, value] of Object.entries(theirs)) {
    if (!json.includes(value) && text.includes(value)) throw new Error(`${name} tells ${what}: ${text}`);
  }
  return Object.entries(names)
    .reduce((shown, [what, value]) => shown.replaceAll(value, `<${what}>`), `${status} ${text}`)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/ot_live_\w+/g, '<token>')
    .replace(/ada-[^"]+/g, '<email>');
}

describe.each(Object.entries(inputs))('%s on rows of another account', (group, verbs) => {
  test.each(Object.keys(verbs))('%s answers as for rows that do not exist', async (verb) => {
    for (const input of verbs[verb] ?? []) {
      const nothing = namesOfNothing();
      // The changes of a mutation would show in the next answer.
      const changes = isMutation(operationOf(`${group}.${verb}`));
      if (changes) stranger = await signedUp(gateway.url);
      const ofTheirs = await ask(`${group}.${verb}`, input(theirs), theirs);
      if (changes) stranger = await signedUp(gateway.url);
      const ofNothing = await ask(`${group}.${verb}`, input(nothing), nothing);
      expect(ofTheirs).toBe(ofNothing);
    }
  });
});

test('the account has not changed after every attempt', async () => {
  expect(await viewOf(owner)).toEqual(before);
});

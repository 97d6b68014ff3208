// Runs the bundled client with the globals of a page and nothing of Node.js:
// `node --experimental-vm-modules page.fixture.ts <bundle> <url> <API key>`. Prints its results as JSON.
import { readFileSync } from 'node:fs';
import { createContext, SourceTextModule } from 'node:vm';

const [bundle = '', url = '', apiKey = ''] = process.argv.slice(2);

const timers = new Map<number, NodeJS.Timeout>();
const page = createContext({
  fetch,
  AbortController,
  DOMException,
  Blob,
  Event,
  FormData,
  Headers,
  ReadableStream,
  TextDecoder,
  TransformStream,
  URL,
  crypto,
  console,
  // In browsers a timer is a number.
  setTimeout: (run: () => void, delay: number) => timers.set(timers.size, setTimeout(run, delay)).size - 1,
  clearTimeout: (id: number) => clearTimeout(timers.get(id)),
});

const load = async (code: string, client?: SourceTextModule) => {
  const module = new SourceTextModule(code, { context: page });
  await module.link((specifier: string) => {
    if (specifier === 'client' && client) return client;
    throw new Error(`there is no ${specifier} in a page`);
  });
  await module.evaluate();
  return module;
};
const client = await load(readFileSync(bundle, 'utf8'));
const caller = await load(
  `import { createOutturnClient, isOutturnError } from 'client';
  const outturn = createOutturnClient(${JSON.stringify({ apiKey, url })});
  const { key } = await outturn.agents.create.mutate({ key: 'page' });
  const isRefused = await outturn.agents.create.mutate({}).catch(isOutturnError);
  const { items } = await outturn.agents.list.query({});
  const kinds = [];
  for await (const { data } of outturn.records.live.subscribe({})) {
    kinds.push(data.kind);
    if (data.kind !== 'position') break;
    await outturn.goals.record.mutate({ goalKey: 'seen' });
  }
  export const seen = { key, isRefused, agents: items.map(({ key }) => key), kinds };`,
  client,
);
console.log(JSON.stringify((caller.namespace as { seen: object }).seen));
process.exit();

// Runs the built SDK with the globals of a page and nothing of Node.js:
// `node --experimental-vm-modules page.fixture.ts <bundle> <url> <API key>`. Prints its results as JSON.
import { readFileSync } from 'node:fs';
import { createContext, SourceTextModule } from 'node:vm';

const [bundle = '', baseUrl = '', apiKey = ''] = process.argv.slice(2);

const listeners: Record<string, () => void> = {};
const addEventListener = (event: string, listener: () => void) => {
  listeners[event] = listener;
};
const document = { visibilityState: 'visible', addEventListener, removeEventListener() {} };
const sent: { path: string; keepalive: boolean }[] = [];
const noting: typeof fetch = (input, init) => {
  sent.push({ path: new URL(`${input}`).pathname, keepalive: init?.keepalive === true });
  return fetch(input, init);
};
const timers = new Map<number, NodeJS.Timeout>();
const page = createContext({
  fetch: noting,
  AbortController,
  Headers,
  TextDecoder,
  URL,
  URLSearchParams,
  console,
  crypto,
  performance,
  document,
  addEventListener,
  removeEventListener() {},
  // In browsers a timer is a number.
  setTimeout: (run: () => void, delay: number) => timers.set(timers.size, setTimeout(run, delay)).size - 1,
  clearTimeout: (id: number) => clearTimeout(timers.get(id)),
});

const load = async (code: string, sdk?: SourceTextModule) => {
  const module = new SourceTextModule(code, { context: page });
  await module.link((specifier: string) => {
    if (specifier === 'sdk' && sdk) return sdk;
    throw new Error(`there is no ${specifier} in a page`);
  });
  await module.evaluate();
  return module;
};
const sdk = await load(readFileSync(bundle, 'utf8'));
const caller = await load(
  `import { Outturn, OutturnApiError } from 'sdk';
  const outturn = new Outturn(${JSON.stringify({ apiKey, baseUrl })});
  const { key } = await outturn.agents.create({ key: 'page' });
  const isRefused = await outturn.agents.create({}).catch((error) => error instanceof OutturnApiError);
  const recorder = outturn.recorder({ flushInterval: 600_000 });
  const goal = recorder.record('goals', { goalKey: 'seen' });
  recorder.record('events', { type: 'page.view', occurredAt: new Date() });
  let first;
  for await (const { kind } of outturn.live()) {
    first = kind;
    break;
  }
  const window = { from: '2024-01-01', to: '2024-02-01' };
  const { totals } = await outturn.analytics({ window, totals: ['cost'] });

  export const finish = async () => {
    const { status } = await goal;
    await recorder.close();
    const types = [];
    for await (const { type } of outturn.events.list()) types.push(type);
    return { key, isRefused, status, types, live: first, totals };
  };`,
  sdk,
);

document.visibilityState = 'hidden';
listeners.visibilitychange?.();
const { finish } = caller.namespace as { finish(): Promise<object> };
const keptAlive = sent.filter(({ keepalive }) => keepalive).map(({ path }) => path);
console.log(JSON.stringify({ ...(await finish()), keptAlive }));

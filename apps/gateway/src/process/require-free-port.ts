import { createServer } from 'node:net';
import { explainListenError } from '../http/explain-listen-error.ts';
import { serveCommandLine } from './command-line.ts';
import type { Settings } from './settings.ts';

type Address = Pick<Settings, 'port' | 'host'>;

/** Throws if the gateway could not listen, before it has made a database or a folder for nothing. */
export async function requireFreePort(address: Address): Promise<void> {
  const error = await tryToListen(address);
  if (error === undefined) return;
  if (error.code !== 'EADDRINUSE') throw explainListenError(error, address);
  const free = await nextFreePort(address);
  const remedy =
    free === undefined
      ? 'Set PORT to another one.'
      : `Choose another one, for example: PORT=${free} ${serveCommandLine()}`;
  throw new Error(`Port ${address.port} is in use. ${remedy}`);
}

async function nextFreePort({ port, host }: Address): Promise<number | undefined> {
  const next = Array.from({ length: 20 }, (_, i) => port + 1 + i).filter((each) => each <= 65_535);
  for (const candidate of next)
    if ((await tryToListen({ port: candidate, host })) === undefined) return candidate;
  return undefined;
}

/** Browsers look for `localhost` on IPv6 first, where another program may listen: it would get our claim links. */
async function tryToListen(address: Address): Promise<NodeJS.ErrnoException | undefined> {
  const error = await tryAddress(address);
  if (error || address.port === 0 || !['127.0.0.1', '0.0.0.0'].includes(address.host)) return error;
  const onIpv6 = await tryAddress({ ...address, host: '::1' });
  return onIpv6?.code === 'EADDRINUSE' ? onIpv6 : undefined;
}

function tryAddress(address: Address): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', resolve);
    server.listen(address, () => server.close(() => resolve(undefined)));
  });
}

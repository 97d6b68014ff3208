// `npm run dev`: runs gateway and dashboard from their sources under one address and reloads changes. Settings and data are
// those of `npm start`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const port = process.env.PORT || '3000';
const gatewayPort = String(await freePort());

const processes: ChildProcess[] = [];
// Before the first process starts, so that none outlives this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll);
processes.push(
  // Vite proxies the gateway, so links use Vite's address.
  run(['--watch', 'apps/gateway/src/cli/main.ts', 'serve'], root, {
    ...process.env,
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
    HOST: '127.0.0.1',
    PORT: gatewayPort,
  }),
  run(
    ['node_modules/vite/bin/vite.js', `--host=${process.env.HOST || 'localhost'}`, `--port=${port}`],
    path.join(root, 'apps/dashboard'),
    { ...process.env, OUTTURN_URL: `http://127.0.0.1:${gatewayPort}` },
  ),
);
const ends = processes.map((child) => once(child, 'exit'));
// If one process exits, the other is stopped.
const [code] = await Promise.race(ends);
endAll();
await Promise.all(ends);
process.exitCode = code ?? 0;

function run(args: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { cwd, env, stdio: 'inherit' });
}

function endAll(): void {
  for (const child of processes) child.kill();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

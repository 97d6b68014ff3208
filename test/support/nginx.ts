import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { executable } from './executable.ts';
import { waitUntil } from './load/wait-until.ts';

/** The path of nginx, if it is installed. */
const nginxPath = executable('nginx');

/** The configuration that operators copy. */
export const nginxConfiguration = readFileSync(
  path.resolve(import.meta.dirname, '../../docs/operations/nginx.conf'),
  'utf8',
);

export type Nginx = {
  /** PEM; with this certificate a client accepts nginx as `localhost`. */
  certificate: string;
  accessLog(): Promise<string>;
  stop(): Promise<void>;
};

type NginxOptions = { httpPort: number; httpsPort: number; gatewayUrl: string };

/** Runs the configuration of the documentation with an operator's replacements, as `localhost` on these ports. */
export function startNginx(options: NginxOptions): Promise<Nginx> {
  return start(options.httpsPort, (folder) => configurationFor(folder, options));
}

/** Runs nginx with the settings that it has by default, and the compression that Debian turns on. */
export function startDefaultNginx({ httpPort, gatewayUrl }: Omit<NginxOptions, 'httpsPort'>): Promise<Nginx> {
  return start(
    httpPort,
    (folder) => `events {}
      http {
        ${temporaryPaths(folder)}
        access_log ${folder}/access.log;
        gzip on;
        server {
          listen 127.0.0.1:${httpPort};
          location / { proxy_pass ${gatewayUrl}; }
        }
      }`,
  );
}

async function start(port: number, configuration: (folder: string) => string): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-nginx-'));
  // nginx as root runs its workers as another user.
  await chmod(folder, 0o755);
  const certificate = await makeCertificate(folder);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder));
  const directives = `daemon off; pid ${folder}/nginx.pid;`;
  const child = spawn(nginxPath ?? '', ['-p', folder, '-e', 'stderr', '-c', file, '-g', directives], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  await waitUntil('nginx listens', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${errors}`);
    return answers(port);
  });
  return { certificate, accessLog: () => readFile(path.join(folder, 'access.log'), 'utf8'), stop };
}

function configurationFor(folder: string, { httpPort, httpsPort, gatewayUrl }: NginxOptions): string {
  return nginxConfiguration
    .replace(/^user .*$/m, '')
    .replace(/^ *listen \[::\].*$/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${httpPort}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${httpsPort}`)
    .replaceAll('127.0.0.1:3000', new URL(gatewayUrl).host)
    .replaceAll('outturn.example.com', 'localhost')
    .replaceAll('/etc/ssl/outturn', folder)
    .replaceAll('/var/log/nginx', folder)
    .replace('http {', `http { ${temporaryPaths(folder)}`);
}

function temporaryPaths(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
}

async function makeCertificate(folder: string): Promise<string> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'privkey.pem'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const args = ['req', '-x509', '-days', '1', ...key, ...names, '-out', 'fullchain.pem'];
  await promisify(execFile)('openssl', args, { cwd: folder });
  return readFile(path.join(folder, 'fullchain.pem'), 'utf8');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

export type Certificate = { key: string; cert: string };

/** Answers on a free port until the end of the test; with a certificate as `https://localhost`. */
export async function serveFront(listener: RequestListener, certificate?: Certificate): Promise<string> {
  const server = certificate ? createHttps(certificate, listener) : createHttp(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
}

/** Passes requests on, as a proxy that adds these headers. */
export function passTo(target: () => string, headers: Record<string, string> = {}): RequestListener {
  return async (request, response) => {
    const passed = { ...(request.headers as Record<string, string>), ...headers };
    const { connection: _, host: __, ...end } = passed;
    const answer = await fetch(`${target()}${request.url}`, { headers: end });
    response.writeHead(answer.status).end(await answer.text());
  };
}

/** A certificate for `localhost` that ends after these days, fewer than 0 for an expired one. */
export async function makeCertificate(days: number): Promise<Certificate> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-certificate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key.pem'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await openssl('req', '-new', ...key, ...names, '-out', 'request.pem');
  const signed = ['-signkey', 'key.pem', '-copy_extensions', 'copy', '-out', 'cert.pem'];
  await openssl('x509', '-req', '-in', 'request.pem', '-days', String(days), ...signed);
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  return { key: await read('key.pem'), cert: await read('cert.pem') };
}

/** This process trusts the certificate until the end of the test. */
export function trust({ cert }: Certificate): void {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, cert]);
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
}

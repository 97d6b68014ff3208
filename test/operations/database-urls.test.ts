import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '@outturn/service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cancelOn } from '../../packages/service/src/database/cancel.ts';
import { openSession } from '../../packages/service/src/database/connection.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { makeCertificate } from '../support/front.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runInside } from '../support/run-inside.ts';
import { socketTo, tlsTo } from '../support/tcp/database-front.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

describe('socket of this machine', () => {
  const urls: Record<string, (folder: string) => string> = {
    'as a parameter': (folder) => {
      const { username, password, pathname } = new URL(store.url);
      return `postgres://${username}:${password}@${pathname}?host=${folder}`;
    },
    'as the host': (folder) => {
      const { username, password, pathname } = new URL(store.url);
      return `postgres://${username}:${password}@${encodeURIComponent(folder)}${pathname}`;
    },
  };

  test.each(Object.entries(urls))('%s serves every command', async (_, urlOf) => {
    const folder = await socketTo(store.url);
    const url = urlOf(folder);
    const backup = path.join(folder, 'backup');
    for (const command of ['migrate', 'keys list', 'rollups verify', `backup ${backup}`])
      expect(await runInside(url, ...command.split(' '))).toMatchObject({ code: 0 });
    const { output } = await runInside(url, 'doctor');
    expect(output).toMatch(/^ok +database +PostgreSQL/m);
  });

  test('serves a gateway, and a message names it', async () => {
    const folder = await socketTo(store.url);
    const { username, password, pathname } = new URL(store.url);
    const gateway = await gateways.start(`postgres://${username}:${password}@${pathname}?host=${folder}`);
    expect((await send(`${gateway.url}/readyz`)).status).toBe(200);
    const lost = await runInside(`postgres://nobody@/outturn?host=${folder}-away`, 'migrate');
    expect(lost).toMatchObject({ code: 1, errors: expect.stringContaining(`${folder}-away/.s.PGSQL.5432`) });
  });
});

/** `connects`, or why not. */
async function connects(url: URL | string): Promise<string> {
  const database = await connectDatabase({ url: String(url) }).catch((error: Error) => error);
  if (database instanceof Error) return database.message;
  try {
    const session = await database.openSession();
    await session.end();
    return 'connects';
  } finally {
    await database.close();
  }
}

describe('sslmode has the meaning that it has for psql', { tags: ['openssl'] }, () => {
  async function authorityFile(cert: string): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'outturn-authority-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'root.crt');
    await writeFile(file, cert);
    return file;
  }

  test('a server without TLS', async () => {
    const answers: Record<string, string> = {};
    for (const mode of ['disable', 'allow', 'prefer', 'require', 'verify-full'])
      answers[mode] = await connects(`${store.url}?sslmode=${mode}`);
    expect(answers).toEqual({
      disable: 'connects',
      allow: 'connects',
      prefer: 'connects',
      require: 'The server does not support SSL connections',
      'verify-full': 'The server does not support SSL connections',
    });
  });

  test('a server with TLS alone, and a certificate of an authority that nobody knows', async () => {
    const certificate = await makeCertificate(2);
    const port = await tlsTo(store.url, certificate);
    const root = await authorityFile(certificate.cert);
    const other = await authorityFile((await makeCertificate(2)).cert);
    const at = (host: string, parameters: string) => {
      const url = new URL(store.url);
      url.host = `${host}:${port}`;
      return connects(`${url}?${parameters}`);
    };
    const selfSigned = /self-signed certificate/;
    for (const [host, parameters, answer] of [
      ['localhost', 'sslmode=disable', /terminated|ECONNRESET/],
      ['localhost', 'sslmode=allow', /^connects$/],
      ['localhost', 'sslmode=prefer', /^connects$/],
      ['localhost', 'sslmode=require', /^connects$/],
      ['localhost', 'ssl=true', /^connects$/],
      ['localhost', `sslmode=require&sslrootcert=${other}`, selfSigned],
      ['127.0.0.1', `sslmode=require&sslrootcert=${root}`, /^connects$/],
      ['127.0.0.1', `sslmode=verify-ca&sslrootcert=${root}`, /^connects$/],
      ['localhost', `sslmode=verify-full&sslrootcert=${root}`, /^connects$/],
      [
        '127.0.0.1',
        `sslmode=verify-full&sslrootcert=${root}`,
        /does not match certificate|not in the cert's list/,
      ],
      ['localhost', 'sslmode=verify-full', selfSigned],
      ['localhost', 'sslrootcert=system', selfSigned],
      ['localhost', 'sslmode=require&sslrootcert=/no/such/file', /ENOENT.*\/no\/such\/file/],
    ] as const)
      expect([parameters, await at(host, parameters)]).toEqual([parameters, expect.stringMatching(answer)]);
  });

  test('a statement is canceled over TLS that is optional, with and without it', async () => {
    const port = await tlsTo(store.url, await makeCertificate(2));
    const encrypted = new URL(store.url);
    encrypted.host = `localhost:${port}`;
    for (const url of [`${store.url}?sslmode=prefer`, `${encrypted}?sslmode=prefer`]) {
      const session = await openSession(url);
      onTestFinished(() => session.end());
      const sleeping = expect(session.query('select pg_sleep(60)')).rejects.toThrow('due to user request');
      expect(await cancelOn(session)).toBe(true);
      await sleeping;
    }
  });
});

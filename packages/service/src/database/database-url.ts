import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/** The modes of libpq, so that one URL serves Outturn, psql and pg_dump alike. */
const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** How a connection is encrypted. `isOptional`: it goes on without TLS where the server has none. */
type Tls = { ssl: false | ConnectionOptions; isOptional: boolean };

const tlsParameters = ['sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'ssl'] as const;
type TlsParameters = { [Name in (typeof tlsParameters)[number]]?: string | undefined };

/** Where the URL of a database leads, as the options of `pg`. Throws if it names a file that cannot be read. */
export function readDatabaseUrl(url: string): ClientConfig & { isTlsOptional: boolean } {
  const { address, tls } = split(url);
  const config = toClientConfig(parse(address));
  const { ssl, isOptional } = readTls(tls, config.host ?? '');
  return { ...config, ssl, isTlsOptional: isOptional };
}

/** Such as `db.example.com:5432`, or the folder of a socket. */
export function hostOfDatabase(url: string): string {
  const { host, port } = parse(split(url).address);
  const name = host || 'localhost';
  if (name.startsWith('/')) return name;
  const bracketed = name.includes(':') ? `[${name}]` : name;
  return port ? `${bracketed}:${port}` : bracketed;
}

/** Such as `outturn`: PostgreSQL takes the name of the role where a URL names no database. */
export function nameOfDatabase(url: string): string {
  const { database, user } = parse(split(url).address);
  return database || user || '';
}

/**
 * Why a text is no URL of a database, as the rest of a sentence that begins with the name of its setting. It repeats no
 * part of the text, which may be a password.
 */
export function problemOfDatabaseUrl(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text))
    return 'must be a postgres:// URL, such as postgres://user:password@host:5432/database';
  const rest = text.slice(text.indexOf('//') + 2);
  const hosts = rest.split(/[/?#]/, 1)[0]?.replace(/^.*@/, '') ?? '';
  if (hosts.includes(',') || /[?&]host=[^&]*(,|%2c)/i.test(rest))
    return 'names several hosts, and Outturn connects to one. Name the primary, and its replicas in DATABASE_REPLICA_URLS';
  // A password with such a letter ends the address early.
  const isCut = rest.includes('#') || /^[^@?]*\/[^?]*@/.test(rest) || /^[^@]*\?[^=]*@/.test(rest);
  if (isCut || /%(?![\da-f]{2})/i.test(rest) || !isReadable(text))
    return 'is a URL that cannot be read. In a name or a password, write % as %25, # as %23, / as %2F, ? as %3F, : as %3A and @ as %40';
  return problemOfTls(split(text).tls);
}

function isReadable(text: string): boolean {
  try {
    const { port } = parse(split(text).address);
    return !port || /^\d+$/.test(port);
  } catch {
    return false;
  }
}

/** `pg-connection-string` reads files and gives the modes a meaning of its own, so it never sees them. */
function split(url: string): { address: string; tls: TlsParameters } {
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const tls: TlsParameters = {};
  for (const name of tlsParameters) {
    tls[name] = parameters.get(name) ?? undefined;
    parameters.delete(name);
  }
  return { address: `${address}?${parameters}`, tls };
}

function problemOfTls({ sslmode, sslrootcert, ssl }: TlsParameters): string | undefined {
  if (sslmode !== undefined && !(modes as readonly string[]).includes(sslmode))
    return `has an unknown sslmode. Use one of ${modes.join(', ')}`;
  if (ssl !== undefined && !['true', '1', 'false', '0'].includes(ssl))
    return 'has an unknown value of ssl. Use sslmode=require or sslmode=disable instead';
  if (sslmode === 'verify-ca' && sslrootcert === undefined)
    return 'has sslmode=verify-ca without sslrootcert, the file with the certificate of the authority. Add it, or use sslmode=verify-full';
  if (sslrootcert === 'system' && sslmode !== undefined && sslmode !== 'verify-full')
    return 'has sslrootcert=system with a weaker mode than sslmode=verify-full, which is the only one that goes with it';
  return undefined;
}

function readTls({ sslmode, sslrootcert, sslcert, sslkey, ssl }: TlsParameters, host: string): Tls {
  const isOn = ssl === 'true' || ssl === '1';
  const stated = sslmode ?? (ssl === undefined ? undefined : isOn ? 'require' : 'disable');
  const isSystem = sslrootcert === 'system';
  const isSameMachine = ['', 'localhost', '127.0.0.1', '::1'].includes(host);
  const mode =
    stated ?? process.env.PGSSLMODE ?? (isSystem ? 'verify-full' : isSameMachine ? 'disable' : 'prefer');
  // A socket of this machine has no TLS.
  if (mode === 'disable' || host.startsWith('/')) return { ssl: false, isOptional: false };
  const options: ConnectionOptions = {
    ...(sslcert !== undefined && { cert: readFileSync(sslcert, 'utf8') }),
    ...(sslkey !== undefined && { key: readFileSync(sslkey, 'utf8') }),
    ...(isSystem && { ca: getCACertificates('system') }),
    ...(sslrootcert !== undefined && !isSystem && { ca: readFileSync(sslrootcert, 'utf8') }),
  };
  if (mode === 'verify-full') return { ssl: options, isOptional: false };
  const isOptional = mode === 'allow' || mode === 'prefer';
  // With the certificate of an authority, `require` means `verify-ca`.
  if (!isOptional && options.ca !== undefined)
    return { ssl: { ...options, checkServerIdentity: () => undefined }, isOptional };
  return { ssl: { ...options, rejectUnauthorized: false }, isOptional };
}

import { type ServerInspection, supportedVersions } from '@outturn/service';
import { type Check, error, type Finding, type Installation, ok, warning } from './check.ts';

export const checkDatabase: Check = {
  name: 'database',
  async run(installation) {
    const location = await installation.location();
    if (!location) return withoutLocation(installation);
    const { name } = location;
    let server: ServerInspection | undefined;
    try {
      server = await installation.server();
    } catch (cause) {
      return [error(`${(cause as Error).message}. Start PostgreSQL there, or correct ${name}.`)];
    }
    if (!server) return [];
    const findings = problemsOf(server, name);
    // Throws what keeps gateways from using it.
    const connecting = await installation.database().then(
      () => [],
      ({ message }: Error) => [error(message)],
    );
    if (findings.length > 0 || connecting.length > 0) return [...findings, ...connecting];
    const { version, encoding, isEncrypted, roundTrip } = server;
    const tls = isEncrypted ? ', with TLS' : '';
    return [ok(`PostgreSQL ${version} (${name}) answers in ${roundTrip.toFixed(1)} ms: ${encoding}${tls}.`)];
  },
};

function withoutLocation({ wrong, settings }: Installation): readonly Finding[] {
  if (wrong.some(({ name }) => /^DATABASE_(DIRECT_)?URL$/.test(name))) return [];
  return [
    warning(
      `There is no embedded database in ${settings.dataDir} yet: outturn serve makes one. Set DATABASE_URL for a PostgreSQL of your own.`,
    ),
  ];
}

function problemsOf(server: ServerInspection, name: string): Finding[] {
  const findings: Finding[] = [];
  const { version, encoding, role } = server;
  if (!server.isSupported)
    findings.push(error(`PostgreSQL is ${version}. Use one of the versions ${supportedVersions}.`));
  if (server.readOnly !== undefined)
    findings.push(error(`${server.readOnly} Set ${name} to the primary, or make it writable.`));
  if (encoding !== 'UTF8')
    findings.push(
      error(
        `The database has the encoding ${encoding}, which lacks characters of records. Create one with: create database … encoding 'UTF8' template template0 owner ${role}`,
      ),
    );
  if (server.hasOutdatedCollation)
    findings.push(
      warning(
        'The library that sorts text has changed since the indexes were made, so look-ups may miss rows. Stop the gateways and run: reindex database; alter database … refresh collation version',
      ),
    );
  if (!server.isEncrypted && !server.isSameMachine)
    findings.push(
      warning(
        `The connection to PostgreSQL leaves this machine without TLS. Turn ssl on there, and append ?sslmode=verify-full to ${name}.`,
      ),
    );
  return findings;
}

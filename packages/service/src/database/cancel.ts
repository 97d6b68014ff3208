import { type Client, Connection, type ConnectionConfig } from 'pg';

/** In milliseconds. */
const CHECK_TIMEOUT = 3_000;

/** `pg`'s types omit these. */
type Addressed = {
  host: string;
  port: number;
  ssl: ConnectionConfig['ssl'];
  sslNegotiation: string;
  processID: number;
  secretKey: number;
};
type Asking = Connection & {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

/**
 * Takes none of PostgreSQL's connections, and works through poolers. False without an answer: the request may still
 * cancel the next statement.
 */
export function cancelOn(client: Client): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Addressed;
  const settings = { ssl, sslNegotiation };
  const asking = new Connection(settings as ConnectionConfig) as Asking;
  const cancel = () => asking.cancel(processID, secretKey);
  return new Promise((resolve) => {
    const timer = setTimeout(() => asking.stream.destroy(new Error('no answer')), CHECK_TIMEOUT);
    const settle = (isAnswered: boolean) => {
      clearTimeout(timer);
      resolve(isAnswered);
    };
    asking.on('error', () => settle(false));
    // PostgreSQL signals the session, then closes without an answer.
    asking.on('end', () => settle(true));
    asking.on('sslconnect', cancel);
    asking.on('connect', () => {
      if (!ssl) cancel();
      else if (sslNegotiation !== 'direct') asking.requestSsl();
    });
    if (host.startsWith('/')) asking.connect(`${host}/.s.PGSQL.${port}`);
    else asking.connect(port, host);
  });
}

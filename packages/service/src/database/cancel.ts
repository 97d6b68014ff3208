import { type Client, Connection, type ConnectionConfig } from 'pg';

/** In milliseconds. */
const CHECK_TIMEOUT = 3_000;

/** `pg`'s types omit these. */
type ConnectedClient = {
  host: string;
  port: number;
  ssl: ConnectionConfig['ssl'];
  sslNegotiation: string;
  processID: number;
  secretKey: number;
};
type CancelConnection = Connection & {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

/**
 * Takes none of PostgreSQL's connections, and works through poolers. False without an answer: the request may still
 * cancel the next statement.
 */
export function cancelOn(client: Client): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as ConnectedClient;
  const settings = { ssl, sslNegotiation };
  const connection = new Connection(settings as ConnectionConfig) as CancelConnection;
  const cancel = () => connection.cancel(processID, secretKey);
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(new Error('no answer')), CHECK_TIMEOUT);
    const settle = (isAnswered: boolean) => {
      clearTimeout(timer);
      resolve(isAnswered);
    };
    connection.on('error', () => settle(false));
    // PostgreSQL signals the session, then closes without an answer.
    connection.on('end', () => settle(true));
    connection.on('sslconnect', cancel);
    connection.on('connect', () => {
      if (!ssl) cancel();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

import { type Client, Connection, type ConnectionConfig } from 'pg';

/** How long PostgreSQL, or a pooler, may take to answer, in milliseconds. */
const ANSWER_WITHIN = 3_000;

/** Of `pg`, which its types leave out. */
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
 * Asks PostgreSQL to cancel what a connection runs. The request takes none of its connections, and finds the session through
 * poolers of transactions, too. Resolves to whether it was answered: as long as it is not, it may still meet what the
 * connection runs next.
 */
export function cancelOn(client: Client): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Addressed;
  const settings = { ssl, sslNegotiation };
  const asking = new Connection(settings as ConnectionConfig) as Asking;
  const cancel = () => asking.cancel(processID, secretKey);
  return new Promise((resolve) => {
    const timer = setTimeout(() => asking.stream.destroy(new Error('no answer')), ANSWER_WITHIN);
    const settle = (isAnswered: boolean) => {
      clearTimeout(timer);
      resolve(isAnswered);
    };
    asking.on('error', () => settle(false));
    // PostgreSQL closes without a word, after it has told the session.
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

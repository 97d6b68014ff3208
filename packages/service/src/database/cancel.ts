import { type Client, Connection, type ConnectionConfig } from 'pg';

/** Milliseconds that PostgreSQL may take to answer the cancel request. */
const CHECK_TIMEOUT = 3_000;

/**
 * Fields of a connected client, which the types of `pg` omit: where it is connected to, and the two numbers by which
 * PostgreSQL recognises its session.
 */
type ConnectedClient = {
  host: string;
  port: number;
  connection: { ssl: ConnectionConfig['ssl'] };
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
 * Cancels the running statement of `client` by the cancel request of the PostgreSQL protocol: a short connection of
 * its own that names the session by two numbers. It needs no session on the server, so it also works when all
 * connections are taken, and poolers pass it on. `pg_cancel_backend` would need a free connection.
 *
 * A cancel request names a session, not a statement. It ends whatever the session runs at the moment when PostgreSQL
 * handles it, which may be the next statement. The caller must therefore not use the client again before this
 * function resolves. Resolves to false if the request was not answered: it may then still take effect later.
 */
export function cancelOn(client: Client): Promise<boolean> {
  const {
    host,
    port,
    connection: own,
    sslNegotiation,
    processID,
    secretKey,
  } = client as unknown as ConnectedClient;
  const { ssl } = own;
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
    // PostgreSQL closes the connection after it has signalled the session; it sends no other answer.
    connection.on('end', () => settle(true));
    connection.on('sslconnect', cancel);
    // On TLS, the request waits for the handshake: `sslconnect` follows, either after our request for TLS or at once
    // where TLS is direct.
    connection.on('connect', () => {
      if (!ssl) cancel();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    // A path is the folder of a Unix socket.
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

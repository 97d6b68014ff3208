import type { Socket } from 'node:net';
import { Connection, type ConnectionConfig } from 'pg';

/** What the types of `pg` omit. */
type Negotiating = Connection & {
  ssl: unknown;
  connect(port: number | string, host?: string): void;
  attachListeners(stream: Socket): void;
  upgradeToSSL(host: string | undefined, report: (error: Error) => void): void;
};
const Negotiable = Connection as unknown as new (config: ConnectionConfig) => Negotiating;

/**
 * A connection that goes on without TLS where the server has none, as `sslmode=prefer` asks. That of `pg` would fail
 * there. `ssl` holds the options of TLS, or false once the server has refused it.
 */
export class OptionalTlsConnection extends Negotiable {
  readonly #options: unknown;
  #host: string | undefined;
  #hasAsked = false;

  constructor(config: ConnectionConfig) {
    super(config);
    this.#options = this.ssl;
    // `pg` then leaves the answer to our request for TLS to `attachListeners`.
    this.ssl = false;
  }

  override connect(port: number | string, host?: string): void {
    this.#host = host;
    super.connect(port, host);
  }

  override attachListeners(stream: Socket): void {
    if (this.#hasAsked) {
      super.attachListeners(stream);
      return;
    }
    this.#hasAsked = true;
    stream.once('data', (answer) => {
      const letter = answer.toString('latin1');
      if (letter === 'S') {
        this.ssl = this.#options;
        this.upgradeToSSL(this.#host, (error) => this.emit('error', error));
      } else if (letter === 'N') {
        super.attachListeners(stream);
        this.emit('sslconnect');
      } else {
        stream.destroy(new Error('PostgreSQL did not answer whether it has TLS'));
      }
    });
  }
}

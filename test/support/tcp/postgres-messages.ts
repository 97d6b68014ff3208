/** One message of PostgreSQL's protocol, whole. Source: the PostgreSQL manual, "Message Formats". */
export type Message = { type: string; bytes: Buffer };

/** Splits a stream of bytes into messages. A client's first one has no type. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #isFirst: boolean;

  constructor(from: 'client' | 'server') {
    this.#isFirst = from === 'client';
  }

  /** The messages that these bytes complete. */
  push(bytes: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const messages: Message[] = [];
    for (let end = this.#end(); end <= this.#rest.length; end = this.#end()) {
      const whole = this.#rest.subarray(0, end);
      messages.push({ type: this.#isFirst ? 'startup' : String.fromCharCode(whole[0] ?? 0), bytes: whole });
      this.#isFirst = false;
      this.#rest = this.#rest.subarray(end);
    }
    return messages;
  }

  /** The end of the first message; infinity until its length has arrived. */
  #end(): number {
    const start = this.#isFirst ? 0 : 1;
    return this.#rest.length < start + 4 ? Number.POSITIVE_INFINITY : start + this.#rest.readInt32BE(start);
  }
}

/** The zero-terminated texts at the beginning of a message. */
export function textsOf({ bytes }: Message): string[] {
  return bytes.toString('latin1', 5).split('\0');
}

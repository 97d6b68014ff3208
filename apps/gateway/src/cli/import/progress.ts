import { SingleBar } from 'cli-progress';

/** How far an import is. */
export type ImportTally = { created: number; replayed: number; rejected: number };

/** Shows how an import or a seeding goes: a bar on a terminal, a line now and then elsewhere. Always on standard error. */
export type Progress = {
  /** `total` in whatever `update` counts: bytes of a file, sessions; undefined where nobody knows it. */
  start(total: number | undefined): void;
  update(done: number, tally: ImportTally): void;
  /** Says what the import is waiting for; undefined once it goes on. */
  note(text: string | undefined): void;
  stop(): void;
};

/** Between two lines when there is no terminal, in milliseconds. */
const LINE_EVERY = 5_000;

/** `noun` is what is sent. There is no bar of what nobody knows the end of. */
export function createProgress(noun: 'rows' | 'records', { hasTotal = true } = {}): Progress {
  return process.stderr.isTTY && hasTotal ? createBar(noun) : createLines(noun);
}

function createBar(noun: string): Progress {
  const bar = new SingleBar({
    format: '[{bar}] {percentage}% | {sent} | {eta_formatted} left{note}',
    barsize: 30,
    etaBuffer: 50,
  });
  return {
    start: (total = 0) => bar.start(total, 0, { sent: `0 ${noun}`, note: '' }),
    update: (done, tally) => bar.update(done, { sent: describeTally(tally, noun) }),
    note: (text) => bar.update({ note: text === undefined ? '' : ` | ${text}, retrying` }),
    stop: () => bar.stop(),
  };
}

function createLines(noun: string): Progress {
  let total: number | undefined;
  let line = '';
  let timer: NodeJS.Timeout | undefined;
  let lastNote: string | undefined;
  const say = (text: string) => process.stderr.write(`${text}\n`);
  return {
    start: (all) => {
      total = all;
      timer = setInterval(() => line && say(line), LINE_EVERY);
    },
    update: (done, tally) => {
      const share = total === undefined ? '' : `${Math.floor((100 * done) / Math.max(total, 1))}%, `;
      line = `${share}${describeTally(tally, noun)}`;
    },
    note: (text) => {
      if (text !== undefined && text !== lastNote) say(`${text}, retrying`);
      lastNote = text;
    },
    stop: () => clearInterval(timer),
  };
}

function describeTally({ created, replayed, rejected }: ImportTally, noun: string): string {
  const sent = created + replayed + rejected;
  return `${sent.toLocaleString('en')} ${noun}${rejected ? `, ${rejected.toLocaleString('en')} rejected` : ''}`;
}

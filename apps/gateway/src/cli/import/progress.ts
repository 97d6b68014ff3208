import { SingleBar } from 'cli-progress';
import type { LeftOut } from './row-source.ts';

export type ImportTally = { created: number; replayed: number; rejected: number; leftOut?: LeftOut };

/** Writes to standard error: a bar on a terminal, else periodic lines. */
export type Progress = {
  /** `total` and `done` are bytes or sessions. */
  start(total: number | undefined): void;
  update(done: number, tally: ImportTally): void;
  /** Current failure; undefined after progress. */
  note(text: string | undefined): void;
  stop(): void;
};

/** In milliseconds. */
const LINE_INTERVAL = 10_000;

/** A bar needs a known total. */
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
  const printLine = (text: string) => process.stderr.write(`${text}\n`);
  return {
    start: (all) => {
      total = all;
      timer = setInterval(() => line && printLine(line), LINE_INTERVAL);
    },
    update: (done, tally) => {
      const share = total === undefined ? '' : `${Math.floor((100 * done) / Math.max(total, 1))}%, `;
      line = `${share}${describeTally(tally, noun)}`;
    },
    note: (text) => {
      if (text !== undefined && text !== lastNote) printLine(`${text}, retrying`);
      lastNote = text;
    },
    stop: () => clearInterval(timer),
  };
}

function describeTally({ created, replayed, rejected }: ImportTally, noun: string): string {
  const sent = created + replayed + rejected;
  return `${sent.toLocaleString('en')} ${noun}${rejected ? `, ${rejected.toLocaleString('en')} rejected` : ''}`;
}

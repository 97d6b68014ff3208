import { SingleBar } from 'cli-progress';
import { visible } from '../observability/visible.ts';
import { tell } from './print.ts';

/** Writes to standard error: a bar on a terminal, else periodic lines. */
export type Progress = {
  /** `total` and `done` are in any unit; `text` describes what is done, such as `12 rows`. */
  start(total: number | undefined, text: string): void;
  update(done: number, text: string): void;
  /** Current failure; undefined after progress. */
  note(text: string | undefined): void;
  stop(): void;
};

/** In milliseconds. */
const LINE_INTERVAL = 10_000;

/** A bar needs a known total. */
export function createProgress({ hasTotal = true } = {}): Progress {
  return process.stderr.isTTY && hasTotal ? createBar() : createLines();
}

function createBar(): Progress {
  const bar = new SingleBar({
    format: '[{bar}] {percentage}% | {text} | {eta_formatted} left{note}',
    barsize: 30,
    etaBuffer: 50,
  });
  return {
    start: (total = 0, text) => bar.start(total, 0, { text: visible(text), note: '' }),
    update: (done, text) => bar.update(done, { text: visible(text) }),
    note: (text) => bar.update({ note: text === undefined ? '' : ` | ${visible(text)}, retrying` }),
    stop: () => bar.stop(),
  };
}

/** Prints a line every ten seconds. */
export function createLines(printLine = toStandardError): Progress {
  let total: number | undefined;
  let line = '';
  let timer: NodeJS.Timeout | undefined;
  let lastNote: string | undefined;
  return {
    start: (all) => {
      total = all;
      timer = setInterval(() => line && printLine(line), LINE_INTERVAL);
    },
    update: (done, text) => {
      const share = total === undefined ? '' : `${Math.floor((100 * done) / Math.max(total, 1))}%, `;
      line = `${share}${text}`;
    },
    note: (text) => {
      if (text !== undefined && text !== lastNote) printLine(`${text}, retrying`);
      lastNote = text;
    },
    stop: () => clearInterval(timer),
  };
}

function toStandardError(text: string): void {
  tell(`${text}\n`);
}

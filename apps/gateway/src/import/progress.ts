import { SingleBar } from 'cli-progress';

/** How far an import is. */
export type ImportTally = { created: number; replayed: number; rejected: number };

/** Shows how an import goes: a bar on a terminal, a line now and then elsewhere. Always on standard error. */
export type Progress = {
  start(totalBytes: number): void;
  update(bytes: number, tally: ImportTally): void;
  /** Says what the import is waiting for; undefined once it goes on. */
  note(text: string | undefined): void;
  stop(): void;
};

/** Between two lines when there is no terminal, in milliseconds. */
const LINE_EVERY = 5_000;

export function createProgress(): Progress {
  return process.stderr.isTTY ? createBar() : createLines();
}

function createBar(): Progress {
  const bar = new SingleBar({
    format: '[{bar}] {percentage}% | {rows} | {eta_formatted} left{note}',
    barsize: 30,
    etaBuffer: 50,
  });
  return {
    start: (totalBytes) => bar.start(totalBytes, 0, { rows: '0 rows', note: '' }),
    update: (bytes, tally) => bar.update(bytes, { rows: describeTally(tally) }),
    note: (text) => bar.update({ note: text === undefined ? '' : ` | ${text}, retrying` }),
    stop: () => bar.stop(),
  };
}

function createLines(): Progress {
  let total = 0;
  let line = '';
  let timer: NodeJS.Timeout | undefined;
  let lastNote: string | undefined;
  const say = (text: string) => process.stderr.write(`${text}\n`);
  return {
    start: (totalBytes) => {
      total = totalBytes;
      timer = setInterval(() => line && say(line), LINE_EVERY);
    },
    update: (bytes, tally) => {
      line = `${Math.floor((100 * bytes) / Math.max(total, 1))}%, ${describeTally(tally)}`;
    },
    note: (text) => {
      if (text !== undefined && text !== lastNote) say(`${text}, retrying`);
      lastNote = text;
    },
    stop: () => clearInterval(timer),
  };
}

function describeTally({ created, replayed, rejected }: ImportTally): string {
  const rows = created + replayed + rejected;
  return `${rows.toLocaleString('en')} rows${rejected ? `, ${rejected.toLocaleString('en')} rejected` : ''}`;
}

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type Drawer, drawers, filesOf, whoseIs } from './run-folder.ts';
import { type Hit, isDistinctive, SecretSearch } from './search.ts';
import { readUsed, type Used } from './used.ts';

/** A secret that a file of the run contains in clear; `around` is the first such line. */
export type Leak = Used & { where: string; times: number; around: string };

export type Sweep = {
  leaks: Leak[];
  /** For each kind, how many distinct secrets were searched for, and how many were too short or plain. */
  kinds: Map<string, { searched: number; plain: number }>;
  /** How many bytes of each drawer were searched. */
  bytes: Map<Drawer, number>;
};

const PIECE = 8 * 1024 * 1024;

/** Searches all material of a run for every secret that it used. */
export function sweep(folder: string): Sweep {
  const used = readUsed(folder);
  const search = new SecretSearch(used.keys().filter(isDistinctive));
  const leaks = new Map<string, Leak>();
  const bytes: Sweep['bytes'] = new Map();
  for (const drawer of drawers.filter((name) => name !== 'used')) {
    for (const file of filesOf(folder, drawer)) {
      bytes.set(drawer, (bytes.get(drawer) ?? 0) + statSync(file).size);
      searchFile(file, search, (secret, around) => {
        const found = used.get(secret);
        if (!found || (drawer === 'output' && isShownOnPurpose(around))) return;
        if (drawer === 'answers' && isAskedFor(found.value, around)) return;
        const leak = { ...found, where: `${drawer}: ${whoseIs(file)}`, times: 0, around };
        leaks.getOrInsert(`${file}\0${secret}`, leak).times++;
      });
    }
  }
  return { leaks: [...leaks.values()], kinds: countKinds(used), bytes };
}

function countKinds(used: ReturnType<typeof readUsed>): Sweep['kinds'] {
  const kinds: Sweep['kinds'] = new Map();
  for (const [bytes, { kind }] of used) {
    const count = kinds.getOrInsert(kind, { searched: 0, plain: 0 });
    count[isDistinctive(bytes) ? 'searched' : 'plain']++;
  }
  return kinds;
}

/** Searches in pieces of whole lines that overlap by the longest secret. Passes on the line around each hit. */
function searchFile(
  file: string,
  search: SecretSearch,
  onHit: (secret: string, around: string) => void,
): void {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(PIECE + search.longest);
  try {
    for (let at = 0; ; ) {
      const length = readSync(descriptor, buffer, 0, buffer.length, at);
      const piece = buffer.subarray(0, length);
      const isLast = length < buffer.length;
      const end = isLast ? length : piece.lastIndexOf('\n', PIECE - 1) + 1 || PIECE;
      search.in(piece, end, (hit) => onHit(hit.secret, lineAround(piece, hit)));
      if (isLast) return;
      at += end;
    }
  } finally {
    closeSync(descriptor);
  }
}

function lineAround(piece: Buffer, { position, secret }: Hit): string {
  const begin = piece.lastIndexOf('\n', position) + 1;
  const end = piece.indexOf('\n', position + secret.length);
  return piece.toString('utf8', begin, end === -1 ? piece.length : end);
}

/**
 * Whether a line is one that Outturn prints for its user: the greeting of a first start, the key of `keys create`, the
 * link of `developers claim`, the password of `accounts reset-password`.
 */
function isShownOnPurpose(line: string): boolean {
  return !line.startsWith('{') && shownOnPurpose.some((shape) => shape.test(line));
}

const shownOnPurpose = [
  /^(API key: |export KEY=)?ot_live_\w+$/,
  /^(Claim link: )?http\S+\/claim\?token=\S+$/,
  /^New password: [\w-]{24}$/,
  /^ {2}-H "x-idempotency-key: start-(revenue|cost)" \\\s*$/,
];

/** Whether an error repeats its request, which `watch-requests.ts` puts on the same line. */
function isAskedFor(value: string, line: string): boolean {
  const [told = '', asked = ''] = line.split('\0');
  return asked.includes(value) || !told.includes(value);
}

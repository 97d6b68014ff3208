import { execFile } from 'node:child_process';
import { exportedFields, exportRecords, findDeveloper } from '@outturn/service';
import { type RecordFormat, recordFormats } from '../../apps/gateway/src/cli/export/format-records.ts';
import { importKindOf } from '../../apps/gateway/src/cli/record-kinds.ts';
import { testDatabase } from '../support/developers.ts';
import { outturn } from '../support/program.ts';

export const kinds = ['revenues', 'outcomes', 'goals', 'events'] as const;
export type Kind = (typeof kinds)[number];

/** Texts that files and spreadsheets tend to change. */
const texts = [
  '',
  "'",
  "''",
  '=1+1',
  "'=1+1",
  '-5',
  "'-5",
  '-x',
  ' padded ',
  'a,b;"c"\t|',
  'two\nlines\r\nthree\r',
  '\r',
  'null',
  '0x1F',
  '\uFEFF“é” 🧾 \u2028',
];

const metadata = [
  { '': '', nested: { list: [1, -0.5, 1e300, null, true, [{}]] }, 'a,b': '"\n' },
  { 2: 'second', 1: 'first' },
  {},
];

const at = (i: number) => new Date(1_700_000_000_000 + Math.floor(i / 3) * 1_001).toISOString();
/** Every third record repeats the one before, apart from its id. */
const textOf = (i: number) => texts[i % 3 === 2 ? (i - 1) % texts.length : i % texts.length];
const keyOf = (what: string, i: number) => (i % 4 === 0 ? undefined : `${what} ${i % 7}, "${what}"`);

/** Records of every kind with all optional fields, many of the same instant. */
export function recordOf(kind: Kind, i: number): object {
  const named = {
    agentKey: keyOf('agent', i),
    customerKey: keyOf('=customer', i),
    sessionKey: keyOf('session', i + 1),
  };
  const amount = `${i % 5 === 0 ? '-' : ''}${i * 7919}.${String(i % 1_000).padStart((i % 9) + 1, '0')}`.slice(
    0,
    16,
  );
  switch (kind) {
    case 'revenues':
      return {
        ...named,
        amount,
        recordedAt: at(i),
        description: textOf(i),
        source: i % 3 ? undefined : '@import',
        key: i % 10 === 1 ? `sale '${i}` : undefined,
      };
    case 'outcomes':
      return { ...named, value: amount, generatedAt: at(i), toolKey: keyOf('tool', i) };
    case 'goals':
      return { ...named, goalKey: `goal ${i % 3}`, achievedAt: at(i), metadata: metadata[i % 4] };
    case 'events':
      return {
        ...named,
        type: 'llm.call',
        name: textOf(i),
        model: textOf(i + 1),
        toolKey: keyOf('tool', i),
        cost: i % 2 ? amount : undefined,
        inputTokens: i % 3 ? i : undefined,
        outputTokens: i % 5 ? Number.MAX_SAFE_INTEGER - i : undefined,
        serviceTier: textOf(i + 2),
        durationMs: i % 3 ? undefined : i,
        isError: i % 3 ? i % 2 === 0 : undefined,
        traceId: i % 4 ? String(i).padStart(32, '0') : undefined,
        occurredAt: at(i),
        metadata: metadata[i % 4],
      };
  }
}

const dimensions = ['agent', 'customer', 'session'];
const columns: Record<Kind, string> = {
  revenues: `amount::text, source, description, recorded_at, coalesce(key, 'rev_' || id) as key`,
  outcomes: `value::text, generated_at, ${key('tool')}`,
  goals: `metadata::text, achieved_at, ${key('goal_type')}`,
  events: `type, name, cost::text, input_tokens, output_tokens, service_tier, duration_ms, is_error, trace_id, model, provider, occurred_at, metadata::text, ${key('tool')}`,
};

function key(name: string): string {
  return `(select d.key from ${name}s d where d.developer_id = r.developer_id and d.id = r.${name}_id) as ${name}_key`;
}

/** Fields that the API hides, so the files of the dashboard lack them, too. */
const hidden: Partial<Record<Kind, string>> = { revenues: 'session_key', outcomes: 'tool_key' };

/** The stored records of a developer without ids and links, sorted by their content. */
export async function contentOf(developer: string, kind: Kind, { isShown = false } = {}): Promise<string[]> {
  const { pool } = await testDatabase();
  const { rows } = await pool.query(
    `select ${[...dimensions.map(key), columns[kind]].join(', ')} from ${kind} r
     where developer_id = (select id from developers where name = $1)`,
    [developer],
  );
  return rows
    .map((row) => JSON.stringify(isShown ? { ...row, [hidden[kind] ?? '']: undefined } : row))
    .sort();
}

/** An export in this process, as text, where a separate process would prove no more. */
export async function exportInside(developer: string, kind: Kind, format: 'csv' | 'ndjson'): Promise<string> {
  const recordKind = importKindOf(kind);
  const fields = exportedFields(recordKind);
  const { begin, lines }: RecordFormat = recordFormats[format];
  const database = await testDatabase();
  const { id: developerId } = await findDeveloper(database.fork(), developer);
  const text = [begin(fields)];
  for await (const records of exportRecords(database, { developerId, kind: recordKind }))
    text.push(lines(records, fields));
  return text.join('');
}

/** Runs a line of shell to its end, in which `outturn` is the program. */
export function shell(
  line: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = `set -o pipefail\noutturn() { "${process.execPath}" "${outturn}" "$@"; }\n${line}`;
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 ** 2 };
  return new Promise((resolve) => {
    // Bash takes the socket of its input for a remote shell, and would read the settings of this user.
    execFile('/bin/bash', ['--norc', '-c', script], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
  });
}

import path from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';

const file = path.join(import.meta.dirname, 'hovers.example.ts');
const code = `import { Outturn } from './index.ts';
const outturn = new Outturn({ apiKey: 'x', baseUrl: 'http://localhost:3000' });
const revenue = await outturn.revenues.record({ amount: 1, recordedAt: new Date() });
const goals = outturn.goals.list({ agentKey: 'sales-bot' });
const slice = await outturn.analytics({ window: { from: '2026-01-01', to: '2026-02-01' } });
const events = outturn.live({ kinds: ['goals'] });
`;
let service: ts.LanguageService;

beforeAll(() => {
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] },
    ...{ module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  };
  const read = (name: string) => (name === file ? code : ts.sys.readFile(name));
  service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = read(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => import.meta.dirname,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: read,
  });
});

/** The text that an editor shows for the last word of `place`. */
function hover(place: string): string {
  const word = /\w+$/.exec(place)?.[0] ?? '';
  const at = code.indexOf(place) + place.length - word.length;
  const { displayParts, documentation } = service.getQuickInfoAtPosition(file, at) ?? {};
  return `${ts.displayPartsToString(displayParts)}\n${ts.displayPartsToString(documentation)}`;
}

test.each([
  [
    'outturn.revenues.record',
    '(input: RecordRevenueInput, options?: WriteOptions): Promise<Revenue>',
    'Records revenue that an agent brought in.',
  ],
  ['const revenue', 'const revenue: Revenue', ''],
  ['outturn.goals.list', 'query?: ListGoalsQuery', 'Scope: `goals:read`.'],
  ['outturn.analytics', '(question: AnalyticsInput,', 'Slices revenue, value, cost and goals'],
  ['const slice', 'const slice: Analytics', ''],
  ['const events', 'LiveRecord<"goals">', ''],
  ['{ amount', 'Amount', 'Decimal string in USD.'],
])('%s shows named types and the words of the operation', (place, types, words) => {
  expect(hover(place)).toContain(types);
  expect(hover(place)).toContain(words);
});

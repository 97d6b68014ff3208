import { type RecordKind, recordKinds, slugOf } from '../../kinds/record-kinds.ts';

/** The languages of the examples, with what has to be installed first. */
export const languages = {
  curl: { label: 'curl', install: undefined },
  typescript: {
    label: 'TypeScript',
    install: {
      about: 'Install the SDK first:',
      code: 'npm install @outturn/sdk',
    },
  },
  python: { label: 'Python', install: { about: 'Install Requests first:', code: 'pip install requests' } },
} as const;

export type Language = keyof typeof languages;

export const languageNames = Object.keys(languages) as Language[];

type Example = {
  kind: RecordKind;
  /** The address of the server, without a path. */
  origin: string;
  token: string;
  /** The time of the record. It also makes the idempotency key unique. */
  at: Date;
};

/** A call that shows whether a key works. It reads the latest record of a kind, if there is one, and changes nothing. */
export function readingExample({ kind, origin, token }: Omit<Example, 'at'>): string {
  return [`curl '${origin}/v1/${slugOf(kind)}?limit=1' \\`, `  -H 'Authorization: Bearer ${token}'`].join(
    '\n',
  );
}

/** A program that records one record of a kind. Running it twice records it once. */
export function exampleCode(language: Language, { kind, origin, token, at }: Example): string {
  const { example, time } = recordKinds[kind];
  const call = {
    kind,
    origin,
    token,
    idempotencyKey: `${kind}-${language}-${at.getTime().toString(36)}`,
    body: { ...example, [time]: at.toISOString() },
  };
  return writers[language](call);
}

type Call = Omit<Example, 'at'> & { idempotencyKey: string; body: object };

const writers: Record<Language, (call: Call) => string> = {
  curl: ({ kind, origin, token, idempotencyKey, body }) =>
    [
      `curl ${origin}/v1/${slugOf(kind)} \\`,
      `  -H 'Authorization: Bearer ${token}' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -H 'x-idempotency-key: ${idempotencyKey}' \\`,
      `  -d '${JSON.stringify(body)}'`,
    ].join('\n'),
  typescript: ({ kind, origin, token, idempotencyKey, body }) =>
    [
      `import { Outturn } from '@outturn/sdk';`,
      '',
      'const outturn = new Outturn({',
      `  apiKey: '${token}',`,
      `  baseUrl: '${origin}',`,
      '});',
      '',
      `const record = await outturn.${kind}.record(`,
      '  {',
      ...Object.entries(body).map(([name, value]) => `    ${name}: '${value}',`),
      '  },',
      `  { idempotencyKey: '${idempotencyKey}' },`,
      ');',
      'console.log(record.id);',
    ].join('\n'),
  python: ({ kind, origin, token, idempotencyKey, body }) =>
    [
      'import requests',
      '',
      'response = requests.post(',
      `    "${origin}/v1/${slugOf(kind)}",`,
      '    headers={',
      `        "Authorization": "Bearer ${token}",`,
      `        "x-idempotency-key": "${idempotencyKey}",`,
      '    },',
      '    json={',
      ...Object.entries(body).map(([name, value]) => `        "${name}": "${value}",`),
      '    },',
      '    timeout=30,',
      ')',
      'response.raise_for_status()',
      'print(response.json()["id"])',
    ].join('\n'),
};

import { beforeAll, describe, expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { sectionOf } from '../support/snippets.ts';

type Named = { name: string; description: string };
type Schema = {
  totals: { fields: Named[] };
  dimension: { enumValues: Named[] };
  filter: { inputFields: Named[] };
  step: { enumValues: Named[] };
};

const introspection = `{
  totals: __type(name: "Totals") { fields { name description } }
  dimension: __type(name: "Dimension") { enumValues { name description } }
  filter: __type(name: "SliceFilter") { inputFields { name description } }
  step: __type(name: "TimeStep") { enumValues { name description } }
}`;

const gateway = useGateway();
let schema: Schema;
beforeAll(async () => {
  const { token } = await mintKey();
  const body = JSON.stringify({ query: introspection });
  schema = JSON.parse((await send(`${gateway.url}/graphql`, { token, body })).text).data;
});

/** The cells of the table in a section of docs/analytics.md, without its header. */
function rowsOf(section: string): string[][] {
  const lines = sectionOf('docs/analytics.md', section).split('\n');
  const [, , ...rows] = lines.filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

const columnOf = (section: string, column: number) =>
  rowsOf(section)
    .map((row) => row[column] ?? '')
    .filter((cell) => cell !== '')
    .toSorted();
const namesOf = (list: readonly Named[]) => list.map(({ name }) => name).toSorted();

describe('the tables of docs/analytics.md match the schema in', () => {
  test('measures', () => {
    expect(columnOf('Measures', 0)).toEqual(namesOf(schema.totals.fields));
  });

  test('dimensions', () => {
    expect(columnOf('Dimensions', 0)).toEqual(namesOf(schema.dimension.enumValues));
  });

  test('filters', () => {
    expect(columnOf('Dimensions', 1)).toEqual(namesOf(schema.filter.inputFields));
  });

  test('questions answered from rollups', () => {
    const fromRollups = schema.dimension.enumValues.filter(({ description }) => /rollups/.test(description));
    const rows = rowsOf('Dimensions').filter((row) => row[3] === 'rollups');
    expect(rows.map(([name]) => name).toSorted()).toEqual(namesOf(fromRollups));
  });

  test('lengths of buckets', () => {
    const [first = ''] = sectionOf('docs/analytics.md', 'Series').split('. ');
    expect([...first.matchAll(/`([A-Z]+)`/g)].map(([, name]) => name).toSorted()).toEqual(
      namesOf(schema.step.enumValues),
    );
  });
});

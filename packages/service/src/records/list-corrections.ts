import { z } from 'zod';
import { HIDDEN_TENANT } from '../database/lookup-sql.ts';
import { statementName } from '../database/statement-name.ts';
import { actions, runActions } from '../ledger/correcting/pending-correction.ts';
import { correctionColumns, shownCorrection, toCorrection } from '../ledger/correcting/read-corrections.ts';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import { defineQuery } from '../operations/define.ts';
import { Rendered, RenderedPage } from '../operations/rendered.ts';
import { between } from '../schema/list-filters.ts';
import { pageFields, pageOf } from '../schema/page.ts';
import { RecordId } from '../schema/record-id.ts';
import { scalars } from '../schema/scalars-and-samples.ts';
import { ListedAction, summaryOf } from './definition/correction.schema.ts';
import type { AnyRecordKind } from './definition/define-record-kind.ts';
import { readableKinds } from './readable-kinds.ts';

const SORT = '-id';

/** `corrections.list`: those of the kinds that the caller may read, newest first. */
export function defineCorrections<const Kinds extends readonly AnyRecordKind[]>(kinds: Kinds) {
  const names = kinds.map(({ name }): Kinds[number]['name'] => name);
  // A model has at least one kind.
  const choices = names as [Kinds[number]['name'], ...Kinds[number]['name'][]];
  const summary = summaryOf(choices, ListedAction);
  return {
    list: defineQuery({
      name: 'corrections.list',
      summary: 'List corrections',
      description: 'Those of the kinds of records that the key may read, newest first.',
      scope: 'corrections:read',
      rest: { method: 'get', path: '/corrections' },
      graphql: { query: 'corrections' },
      input: z.strictObject({
        ...pageFields,
        kind: z
          .enum(choices, { error: `must be one of ${names.join(', ')}` })
          .register(scalars, { scalar: 'String' })
          .optional()
          .meta({ description: 'Only corrections of this kind of records.' }),
        recordId: RecordId.optional().meta({ description: 'Only corrections of this record.' }),
        action: ListedAction.optional().meta({ description: 'Only corrections that do this.' }),
        runId: RecordId.optional().meta({ description: 'Only the amendments of this run of repricing.' }),
        ...between('createdAt'),
      }),
      output: pageOf(summary),
      async run({ database, principal }, input) {
        const { limit, offset, cursor, kind, recordId, action, runId, createdFrom, createdTo } = input;
        const readable = readableKinds(principal, kinds).filter(({ name }) => !kind || name === kind);
        const byFact = new Map(readable.flatMap(({ facts, name }) => facts.map((fact) => [fact, name])));
        const values: unknown[] = [principal.developerId, [...byFact.keys()]];
        const where = [`c.developer_id = ${HIDDEN_TENANT}`, 'c.fact = any($2::smallint[])'];
        const shape: string[] = [];
        const add = (name: string, condition: (parameter: string) => string, value: unknown) => {
          if (value == null) return;
          where.push(condition(`$${values.push(value)}`));
          shape.push(name);
        };
        add('record', (parameter) => `c.record_id = ${parameter}`, recordId);
        add(
          'action',
          (parameter) => `c.action = ${parameter}`,
          action && { ...actions, ...runActions }[action],
        );
        add('run', (parameter) => `c.run_id = ${parameter}`, runId);
        // A run is one entry, but for those who ask for its amendments, or for a record.
        if (runId == null && recordId == null) where.push('c.run_id is null');
        add('from', (parameter) => `c.created_at >= ${parameter}`, createdFrom);
        add('to', (parameter) => `c.created_at < ${parameter}`, createdTo);
        const behind = cursor && decodeCursor(cursor, { list: 'corrections', sort: SORT }).id;
        add('cursor', (parameter) => `c.id < ${parameter}`, behind);
        const rows = await database.read(
          statementName('corrections_list', shape),
          `select ${correctionColumns} from corrections c where ${where.join(' and ')}
           order by c.id desc limit $${values.push(limit + 1)} offset $${values.push(offset)}`,
          values,
          { isPrepared: false },
        );
        const stored = rows.slice(0, limit).map(toCorrection);
        const items = stored.map((one) => shownCorrection(byFact.get(one.fact) ?? '', one));
        return new RenderedPage<z.output<typeof summary>>({
          items: Rendered.of(items) as Rendered<never>,
          length: items.length,
          hasMore: rows.length > limit,
          cursorAt: (index) => {
            const id = stored[index]?.id ?? '';
            return encodeCursor({ list: 'corrections', sort: SORT }, { value: id, id });
          },
        });
      },
    }),
  };
}

import { z } from 'zod';
import { Rendered } from '../operations/rendered.ts';
import { hint } from '../schema/error-message.ts';
import { pageFields } from '../schema/page.ts';
import { RecordId } from '../schema/record-id.ts';

const MAX_RECORDS = 10_000;
const RECORDS_PER_CALL = 1000;

const range = hint('must be a whole number from 1 to 1000');

export const ofEachFields = {
  ids: z.array(RecordId).max(MAX_RECORDS, { error: `must be at most ${MAX_RECORDS}` }),
  limit: z.int(range).min(1, range).max(1000, range).default(10).meta({ description: 'How many of each.' }),
  cursor: pageFields.cursor,
};

export type OfEachInput = { ids: string[]; limit: number };

export function checkTotal({ ids, limit }: OfEachInput, context: z.RefinementCtx): void {
  if (ids.length * limit <= MAX_RECORDS) return;
  context.addIssue({
    code: 'custom',
    path: ['limit'],
    message: `must be at most ${Math.floor(MAX_RECORDS / ids.length)} for each of ${ids.length}: the answer may have ${MAX_RECORDS} of them`,
  });
}

/** In the order of the parents; `cursors` are those of the items. */
export function pagesOf<Item extends z.ZodType>(item: Item) {
  return z.array(z.object({ items: z.array(item), cursors: z.array(z.string()), hasMore: z.boolean() }));
}

export function costOfEach({ ids, limit }: OfEachInput): number {
  return Math.ceil((ids.length * limit) / RECORDS_PER_CALL);
}

type PageOfEach<Item> = { items: Item[]; cursors: string[]; hasMore: boolean };

/** An item as JSON text, and its cursor. */
export type Placed = { text: string; cursor: string };

/** A page comes with one item more where another follows. */
export function renderPages<Item>(
  pages: readonly (readonly Placed[])[],
  { limit }: { limit: number },
): Rendered<PageOfEach<Item>[]> {
  return new Rendered(`[${pages.map((page) => renderPage(page, limit)).join(',')}]`);
}

function renderPage(records: readonly Placed[], limit: number): string {
  const shown = records.slice(0, limit);
  const cursors = JSON.stringify(shown.map(({ cursor }) => cursor));
  return `{"items":[${shown.map(({ text }) => text).join(',')}],"cursors":${cursors},"hasMore":${records.length > limit}}`;
}

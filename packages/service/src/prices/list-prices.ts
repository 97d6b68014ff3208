import type { z } from 'zod';
import { escapeLike } from '../database/lookup-sql.ts';
import { decodeCursor, encodeCursor } from '../operations/cursor.ts';
import type { QueryContext } from '../operations/define.ts';
import { idBefore, pageById } from '../operations/page-by-id.ts';
import { Rendered, RenderedPage } from '../operations/rendered.ts';
import { PriceEntity } from '../price-book/price.entity.ts';
import type { ListPricesInput, Price } from './price.schema.ts';
import { builtInPrice, ownPrice } from './to-price.ts';

type Input = z.output<typeof ListPricesInput>;

/** Names of the lists in their cursors. */
const OWN = 'prices';
const BUILT_IN = 'built_in_prices';
const SORT = '-id';

export async function listOwnPrices(
  { database, principal: { developerId } }: QueryContext,
  { limit, offset, cursor, provider, model }: Input,
): Promise<RenderedPage<Price>> {
  const after = idBefore(OWN, cursor);
  const rows = await database.fork().find(
    PriceEntity,
    {
      developerId,
      ...(after !== undefined && { id: { $lt: after } }),
      ...(provider !== undefined && { provider: { $ilike: escapeLike(provider) } }),
      ...(model !== undefined && { model: { $ilike: `%${escapeLike(model)}%` } }),
    },
    { orderBy: { id: 'desc' }, limit: limit + 1, offset },
  );
  return pageById(
    rows.map((row) => ({ ...ownPrice(row), id: row.id })),
    { list: OWN, limit },
    (price) => price,
  );
}

/** The order of the file is by provider and model; a cursor is the place in it. */
export function listBuiltInPrices(
  { prices: { builtIn } }: QueryContext,
  { limit, offset, cursor, provider, model }: Input,
): RenderedPage<Price> {
  const after = cursor === undefined ? -1 : placeOf(decodeCursor(cursor, { list: BUILT_IN, sort: SORT }).id);
  const name = model?.toLowerCase();
  const only = provider === undefined ? undefined : builtIn.providerId(provider);
  const found = builtIn.file.providers
    .flatMap((one) =>
      one.models.flatMap((listed) => listed.prices.map((period) => ({ one, listed, period }))),
    )
    .map((entry, place) => ({ ...entry, place }))
    .filter(
      ({ one, listed, place }) =>
        place > after &&
        (provider === undefined || one.id === only) &&
        (name === undefined || listed.id.toLowerCase().includes(name)),
    )
    .slice(offset, offset + limit + 1);
  const shown = found.slice(0, limit);
  return new RenderedPage<Price>({
    items: Rendered.of(
      shown.map(({ one, listed, period }) =>
        builtInPrice({ provider: one, model: listed }, period, builtIn.file),
      ),
    ),
    length: shown.length,
    hasMore: found.length > limit,
    cursorAt: (index) => {
      const id = idOf(shown[index]?.place ?? 0);
      return encodeCursor({ list: BUILT_IN, sort: SORT }, { value: id, id });
    },
  });
}

/** Cursors hold ids. */
function idOf(place: number): string {
  return `00000000-0000-0000-0000-${place.toString(16).padStart(12, '0')}`;
}

function placeOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16);
}

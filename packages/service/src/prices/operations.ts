import { databaseTime } from '../base/clock.ts';
import { invalidRequest, OutturnError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { databaseNow } from '../database/entity-properties.ts';
import { notify } from '../database/notify.ts';
import { defineCommand, defineQuery } from '../operations/define.ts';
import { forgetAnswers } from '../operations/stored-answers.ts';
import type { DeveloperPrices } from '../price-book/developer-prices.ts';
import { PriceEntity } from '../price-book/price.entity.ts';
import { MAX_PRICES, PRICES_CHANNEL } from '../price-book/price-book.ts';
import { pageOf } from '../schema/page.ts';
import { ById } from '../schema/record-id.ts';
import { listBuiltInPrices, listOwnPrices } from './list-prices.ts';
import { CreatePriceInput, DeletedPrice, FindPriceInput, ListPricesInput, Price } from './price.schema.ts';
import { getRepricing, repriceEvents, revertRepricing } from './repricing.ts';
import { builtInPrice, ownPrice, withoutNull } from './to-price.ts';

const createPrice = defineCommand({
  name: 'prices.create',
  summary: 'Create a price of your own',
  description:
    'Applies to events that are recorded from now on: at once on the gateway that took it, on others within a second. Reprice those of the past.',
  scope: 'prices:write',
  rest: { method: 'post', path: '/prices', status: 201 },
  graphql: { mutation: 'createPrice' },
  input: CreatePriceInput,
  output: Price,
  errors: ['Already Exists', 'Not Found'],
  changesPrices: true,
  // Every answer with an id is that of an own price.
  shownRow: ({ id }) => id as string,
  async run({ em, principal: { developerId } }, { effectiveFrom, tiers, ...price }) {
    if ((await em.count(PriceEntity, { developerId })) >= MAX_PRICES)
      throw invalidRequest([
        { field: 'model', message: `is that of one more price than the ${MAX_PRICES} allowed` },
      ]);
    const row = {
      ...price,
      developerId,
      id: newId(),
      effectiveFrom: new Date(effectiveFrom),
      tiers: tiers ? tiers.map(withoutNull) : null,
      terms: JSON.stringify([
        price.provider?.trim() ?? null,
        price.model.trim(),
        price.serviceTier?.trim() ?? null,
        effectiveFrom,
      ]).toLowerCase(),
      createdAt: databaseNow(),
    };
    const [written] = await em
      .createQueryBuilder(PriceEntity)
      .insert(row)
      .onConflict(['developerId', 'terms'])
      .ignore()
      .returning('*')
      .execute<object[]>('all');
    if (!written) throw alreadyExists();
    await notify(em, PRICES_CHANNEL, developerId);
    return ownPrice(em.map(PriceEntity, written));
  },
});

function alreadyExists(): OutturnError {
  const message = 'has a price with this provider, service tier and start already; delete that one first';
  return new OutturnError('Already Exists', {
    message: `model ${message}`,
    details: [{ field: 'model', message }],
  });
}

const deletePrice = defineCommand({
  name: 'prices.delete',
  summary: 'Delete a price of your own',
  description: 'Changes no event that was recorded.',
  scope: 'prices:write',
  rest: { method: 'delete', path: '/prices/{id}', status: 204 },
  graphql: { mutation: 'deletePrice' },
  input: ById,
  output: DeletedPrice,
  errors: ['Not Found'],
  changesPrices: true,
  async run({ em, principal: { developerId } }, { id }) {
    const price = await em.findOne(PriceEntity, { developerId, id });
    if (!price) throw new OutturnError('Not Found');
    await em.remove(price).flush();
    await forgetAnswers(em, price);
    await notify(em, PRICES_CHANNEL, developerId);
    return { id, deleted: true as const };
  },
});

const listPrices = defineQuery({
  name: 'prices.list',
  summary: 'List prices',
  description: 'Your own, newest first, or the built-in ones, by provider and model.',
  scope: 'prices:read',
  rest: { method: 'get', path: '/prices' },
  graphql: { query: 'prices' },
  input: ListPricesInput,
  output: pageOf(Price),
  run: async (context, input) =>
    input.source === 'own' ? listOwnPrices(context, input) : listBuiltInPrices(context, input),
});

const findPrice = defineQuery({
  name: 'prices.find',
  summary: 'Find the price that applies to a call',
  description: 'Names of models and providers are those of events.',
  scope: 'prices:read',
  rest: { method: 'get', path: '/prices/find' },
  graphql: { query: 'priceOf' },
  mcp: {
    tool: 'find_price',
    description:
      'Finds the price of a model, your own or the built-in one, by which costs of events are computed. Prices are in USD per million tokens.',
  },
  input: FindPriceInput,
  output: Price,
  errors: ['Not Found'],
  async run({ database, prices, principal: { developerId } }, { provider, model, serviceTier, at }) {
    const call = { provider, model, serviceTier, at: at ?? new Date(databaseTime()).toISOString() };
    const findIn = async (book: DeveloperPrices): Promise<Price | undefined> => {
      const applied = book.find(call);
      if (applied?.source !== 'own')
        return applied && builtInPrice(applied.found, applied.period, prices.builtIn.file);
      const row = await database.fork().findOne(PriceEntity, { developerId, id: applied.own.id });
      return row ? ownPrice(row) : undefined;
    };
    // The notice that an own price is new, or gone, may still be on its way.
    const price =
      (await findIn(await prices.of(developerId))) ??
      (await findIn(await prices.read(database.quick, developerId)));
    if (!price) throw new OutturnError('Not Found', { message: 'No price applies to this call.' });
    return price;
  },
});

export const prices = {
  create: createPrice,
  delete: deletePrice,
  list: listPrices,
  find: findPrice,
  reprice: repriceEvents,
  getRepricing,
  revertRepricing,
};

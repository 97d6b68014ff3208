import { currencyProblem } from '../currency.ts';
import type { Preset } from './preset.ts';

/** Charges: Payments > Export. */
const stripe: Preset = {
  name: 'stripe',
  map: {
    key: ['id'],
    amount: ['Amount'],
    recordedAt: ['Created (UTC)', 'Created date (UTC)'],
    customerKey: ['Customer ID', 'Customer Email'],
    description: ['Description'],
  },
  set: { source: 'Stripe' },
  needs: [['id'], ['Currency'], ['Status'], ['Captured']],
  leftOut: ({ Status: status, Captured: captured }) => {
    if (!isOneOf(status, ['paid', 'succeeded', 'refunded', 'partially refunded', 'partial refund']))
      return 'not paid';
    return isOneOf(captured, ['true', 'yes', '1']) ? undefined : 'not captured';
  },
  problem: ({ Currency, Status: status, 'Amount Refunded': refunded }) =>
    currencyProblem(Currency) ?? refundProblem(status, refunded),
  refunded: 'Amount Refunded',
};

/** Orders: Orders > Export. The first row of an order has its total; further items have rows of their own. */
const shopify: Preset = {
  name: 'shopify',
  map: {
    key: ['Id', 'Name'],
    amount: ['Total'],
    recordedAt: ['Paid at', 'Created at'],
    customerKey: ['Email'],
    description: ['Name'],
  },
  set: { source: 'Shopify' },
  needs: [['Id', 'Name'], ['Currency'], ['Financial Status']],
  leftOut: ({ Total: total, 'Financial Status': status }) => {
    if (total === undefined && status === undefined) return 'further items of an order';
    return isOneOf(status, ['paid', 'refunded', 'partially_refunded']) ? undefined : 'not paid';
  },
  problem: ({ Currency, 'Financial Status': status, 'Refunded Amount': refunded }) =>
    currencyProblem(Currency) ?? refundProblem(status, refunded),
  refunded: 'Refunded Amount',
};

/** Without the amount, what was paid back would count as revenue. */
function refundProblem(status: unknown, refunded: unknown): string | undefined {
  const isMissing = refunded === undefined && String(status).toLowerCase().includes('refund');
  return isMissing ? 'the row is refunded, but the refunded amount is missing' : undefined;
}

export const presets: readonly Preset[] = [stripe, shopify];

function isOneOf(cell: unknown, words: readonly string[]): boolean {
  return words.includes(String(cell).toLowerCase().replaceAll(/\s+/g, ' '));
}

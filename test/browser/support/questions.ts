import type { AppRouter } from '@outturn/trpc';
import type { inferRouterInputs } from '@trpc/server';

type Slice = inferRouterInputs<AppRouter>['analytics']['slice'];

/** A question in Explore's URL, and as a request of the API. */
export type Question = {
  title: string;
  search: Record<string, unknown>;
  asks: (window: Slice['window']) => Slice;
};

const ordered = (
  measure: 'revenue' | 'cost' | 'goals' | 'value' | 'key',
  direction: 'asc' | 'desc' = 'desc',
) => ({
  measure,
  direction,
});

/** Ten questions that differ in measures, dimensions, depth, filters, buckets, zone and order. */
export const questions: Question[] = [
  {
    title: 'what each agent earns',
    search: { measures: ['revenue', 'cost', 'margin', 'roi'] },
    asks: (window) => ({
      window,
      timeZone: 'UTC',
      totals: ['revenue', 'cost', 'margin', 'roi'],
      by: { g: { dimension: 'agent', first: 20, totals: ['revenue', 'cost', 'margin', 'roi'] } },
    }),
  },
  {
    title: 'the first three customers and the rest',
    search: { measures: ['revenue', 'share'], by: [{ dimension: 'customer' }], first: 3 },
    asks: (window) => ({
      window,
      totals: ['revenue', 'share'],
      by: { g: { dimension: 'customer', first: 3, totals: ['revenue', 'share'] } },
    }),
  },
  {
    title: 'customers within agents',
    search: {
      measures: ['revenue', 'goals'],
      by: [{ dimension: 'agent' }, { dimension: 'customer' }],
      first: 4,
    },
    asks: (window) => ({
      window,
      totals: ['revenue', 'goals'],
      by: {
        g: {
          dimension: 'agent',
          first: 4,
          by: { g: { dimension: 'customer', first: 4, totals: ['revenue', 'goals'] } },
        },
      },
    }),
  },
  {
    title: 'three levels',
    search: {
      measures: ['events', 'cost'],
      by: [{ dimension: 'agent' }, { dimension: 'eventType' }, { dimension: 'model' }],
      order: 'cost',
      first: 5,
    },
    asks: (window) => ({
      window,
      totals: ['events', 'cost'],
      by: {
        g: {
          dimension: 'agent',
          orderBy: ordered('cost'),
          first: 5,
          by: {
            g: {
              dimension: 'eventType',
              orderBy: ordered('cost'),
              first: 5,
              by: {
                g: { dimension: 'model', orderBy: ordered('cost'), first: 5, totals: ['events', 'cost'] },
              },
            },
          },
        },
      },
    }),
  },
  {
    title: 'goals by type, by name',
    search: { measures: ['goals', 'value'], by: [{ dimension: 'goalType' }], order: 'key', direction: 'asc' },
    asks: (window) => ({
      window,
      totals: ['goals', 'value'],
      by: {
        g: { dimension: 'goalType', orderBy: ordered('key', 'asc'), first: 20, totals: ['goals', 'value'] },
      },
    }),
  },
  {
    title: 'weeks without groups, in a zone far from UTC',
    search: { measures: ['revenue', 'cost'], by: [], every: 'week', zone: 'Pacific/Auckland' },
    asks: (window) => ({
      window,
      timeZone: 'Pacific/Auckland',
      totals: ['revenue', 'cost'],
      series: { s: { every: 'week', totals: ['revenue', 'cost'] } },
    }),
  },
  {
    title: 'days of some customers',
    search: {
      measures: ['revenue', 'revenueCount', 'averageRevenue'],
      by: [],
      every: 'day',
      where: [{ dimension: 'customer', condition: 'in', values: ['lumen-foods', 'northwind-labs'] }],
    },
    asks: (window) => ({
      window,
      where: { customer: { in: ['lumen-foods', 'northwind-labs'] } },
      totals: ['revenue', 'revenueCount', 'averageRevenue'],
      series: { s: { every: 'day', totals: ['revenue', 'revenueCount', 'averageRevenue'] } },
    }),
  },
  {
    title: 'sources of revenue, those of one agent left out',
    search: {
      measures: ['revenue', 'revenueCount'],
      by: [{ dimension: 'source' }],
      where: [{ dimension: 'agent', condition: 'notIn', values: ['renewal-manager'] }],
    },
    asks: (window) => ({
      window,
      where: { agent: { notIn: ['renewal-manager'] } },
      totals: ['revenue', 'revenueCount'],
      by: { g: { dimension: 'source', first: 20, totals: ['revenue', 'revenueCount'] } },
    }),
  },
  {
    title: 'tools, and what names none',
    search: {
      measures: ['events', 'value', 'cost'],
      by: [{ dimension: 'tool' }],
      order: 'cost',
      direction: 'asc',
    },
    asks: (window) => ({
      window,
      totals: ['events', 'value', 'cost'],
      by: {
        g: {
          dimension: 'tool',
          orderBy: ordered('cost', 'asc'),
          first: 20,
          totals: ['events', 'value', 'cost'],
        },
      },
    }),
  },
  {
    title: 'metadata of customers, over time',
    search: {
      measures: ['revenue', 'sessions'],
      by: [{ dimension: 'customerMetadata', metadataKey: 'plan' }],
      every: 'week',
    },
    asks: (window) => ({
      window,
      totals: ['revenue', 'sessions'],
      by: {
        g: {
          dimension: 'customerMetadata',
          metadataKey: 'plan',
          first: 20,
          totals: ['revenue', 'sessions'],
          series: { s: { every: 'week', totals: ['revenue', 'sessions'] } },
        },
      },
    }),
  },
];

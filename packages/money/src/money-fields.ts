// Generated from the operations by `npm test -- contract/money-fields --update`.

/** The fields of an input, or of the items of a batch, that have amounts in USD. */
export const moneyFields = {
  'revenues.record': ['amount'],
  'revenues.recordBatch': ['amount'],
  'revenues.correct': ['changes.amount'],
  'revenues.correctBatch': ['changes.amount'],
  'revenues.refund': ['amount'],
  'revenues.refundBatch': ['amount'],
  'outcomes.record': ['value'],
  'outcomes.recordBatch': ['value'],
  'outcomes.correct': ['changes.value'],
  'outcomes.correctBatch': ['changes.value'],
  'events.record': ['cost'],
  'events.recordBatch': ['cost'],
  'events.correct': ['changes.cost'],
  'events.correctBatch': ['changes.cost'],
  'goalTypes.create': ['value'],
  'goalTypes.update': ['value'],
  'goalTypes.replace': ['value'],
  'tools.create': ['value'],
  'tools.update': ['value'],
  'tools.replace': ['value'],
  'analytics.slice': ['where.amount.gte', 'where.amount.gt', 'where.amount.lte', 'where.amount.lt'],
  'analytics.records': ['where.amount.gte', 'where.amount.gt', 'where.amount.lte', 'where.amount.lt'],
  'reports.save': [
    'view.question.where.amount.gte',
    'view.question.where.amount.gt',
    'view.question.where.amount.lte',
    'view.question.where.amount.lt',
  ],
  'prices.create': ['perRequest'],
  'analytics.live': ['where.amount.gte', 'where.amount.gt', 'where.amount.lte', 'where.amount.lt'],
} as const;

export type MoneyFields = typeof moneyFields;

export { type MoneyFields, moneyFields } from './money-fields.ts';
export { type Amount, toUsd } from './to-usd.ts';
export { type WithAmounts, writeAmounts } from './write-amounts.ts';

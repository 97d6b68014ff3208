import { OutturnClientError } from '@outturn/client';
import { expect, test } from 'vitest';
import { splitRefusal } from './split-refusal.ts';

const refused = (details: { field: string; message: string }[]) =>
  new OutturnClientError({
    code: 'Invalid Request',
    message: 'Invalid request.',
    status: 400,
    path: 'revenues.correct',
    details,
    requestId: undefined,
    retryAfter: undefined,
  });
const form = { subject: 'This revenue', fields: ['amount', 'reason'] };

test('what is wrong with a field stands at the field', () => {
  const error = refused([
    { field: 'changes.amount', message: 'cannot be below 20, which are refunded' },
    { field: 'changes.agentKey', message: 'cannot be changed' },
  ]);
  expect(splitRefusal(error, form)).toEqual({
    atFields: { amount: 'Amount cannot be below 20, which are refunded.' },
    above: new Error('Agent cannot be changed.'),
  });
});

test('a refused action is told of the record', () => {
  const message = 'cannot be "void", because 20 are refunded; void the refunds first';
  expect(splitRefusal(refused([{ field: 'action', message }]), form)).toEqual({
    atFields: {},
    above: new Error('This revenue cannot be voided, because 20 are refunded; void the refunds first.'),
  });
});

test('other failures stand above the form as they are', () => {
  const lost = new TypeError('no answer');
  expect(splitRefusal(lost, form)).toEqual({ atFields: {}, above: lost });
  expect(splitRefusal(null, form)).toEqual({ atFields: {}, above: null });
});

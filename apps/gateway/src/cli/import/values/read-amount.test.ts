import { expect, test } from 'vitest';
import { billionths, readAmount } from './read-amount.ts';

test.each([
  ['1299.90', '1299.90'],
  ['-007.50', '-007.50'],
  ['1,299.90', '1299.90'],
  ['1,299', '1299'],
  ['1,234,567.8', '1234567.8'],
  ["1'299.90", '1299.90'],
  ['1\u00a0299.90', '1299.90'],
  ['1\u202f234\u202f567', '1234567'],
  ['$1,299.90', '1299.90'],
  ['US$ 12', '12'],
  ['12.50 USD', '12.50'],
  ['(12.50)', '-12.50'],
  ['($1,299.90)', '-1299.90'],
  ['$(5)', '-5'],
  ['-$5.25', '-5.25'],
  ['$ -5.25', '-5.25'],
  ['5.25-', '-5.25'],
  ['5.25 -', '-5.25'],
  ['−5.25', '-5.25'],
  ['+5.25', '5.25'],
  ['1,23,456.00', '123456.00'],
  ['(12,34,56,789.5)', '-123456789.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['0.30000000000000004', '0.300000000'],
  ['0.0026600000000000005', '0.002660000'],
  ['0.0000000005', '0.000000000'],
  ['-0.0000000015', '-0.000000002'],
  ['3e-7', '0.0000003'],
  ['1.5E+3', '1500'],
])('%j is %s', (text, value) => {
  expect(readAmount(text)).toEqual({ value });
});

test.each([
  ['1.299,90', '1299.90'],
  ['1.299', '1299'],
  ['1299,9', '1299.9'],
  ['-1.234.567,89', '-1234567.89'],
  ['1 299,90', '1299.90'],
  ['(1.299,90)', '-1299.90'],
  ['1.299,90-', '-1299.90'],
  ['1.299,90 $', '1299.90'],
  ['45', '45'],
  ['0,125', '0.125'],
])('%j is %s with decimal commas', (text, value) => {
  expect(readAmount(text, { decimalComma: true })).toEqual({ value });
});

test.each([
  ['12,50', false, /decimal comma; pass --decimal-comma/],
  ['1.299,90', false, /decimal comma/],
  ['1.234.567', false, /pass --decimal-comma/],
  ['12.50', true, /decimal point, against --decimal-comma/],
  ['€12.50', false, /is in €; amounts are in US dollars/],
  ['12,50 EUR', true, /is in EUR/],
  ['CA$ 12', false, /is in/],
])('%j is refused with what to do', (text, decimalComma, problem) => {
  expect(readAmount(text, { decimalComma })).toEqual({ problem: expect.stringMatching(problem) });
});

test.each([
  'a lot',
  '',
  '-',
  '()',
  '12.5.0',
  '1,2,3',
  '1,29',
  '(-5)',
  '--5',
  '1e500',
  '12,34.50',
  '1,234,56',
  '123,45,678',
  '+-5',
])('%j is left to the API or refused', (text) => {
  const reading = readAmount(text);
  if ('value' in reading) expect(reading.value).toBe(text);
});

test('amounts are summed exactly', () => {
  expect(billionths('-12.5')).toBe(-12_500_000_000n);
  expect(billionths('0.000000001')).toBe(1n);
  expect(billionths('a lot')).toBeUndefined();
});

test('an amount has at most 100 characters, and blanks around it are as many as they may', () => {
  const blanks = ' '.repeat(97);
  expect(readAmount(`-${blanks}5.`)).toEqual({ value: '-5' });
  expect(readAmount(`5.${blanks}-`)).toEqual({ value: '-5' });
  expect(readAmount(`-${blanks} 5.`)).toEqual({ problem: 'has more than 100 characters' });
});

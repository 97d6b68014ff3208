import { describe, expect, test } from 'vitest';
import { displayPrefix, hashToken, isWellFormedToken, newToken } from './token.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a new token', () => {
  test('is ot_live_, 43 characters of secret and 6 of checksum', () => {
    const tokens = Array.from({ length: 500 }, newToken);
    for (const token of tokens) {
      expect(token).toMatch(/^ot_live_[0-9A-Za-z]{49}$/);
      expect(isWellFormedToken(token)).toBe(true);
    }
    expect(new Set(tokens).size).toBe(500);
  });

  test('uses the whole alphabet', () => {
    const seen = new Set(Array.from({ length: 200 }, () => newToken().slice(8)).join(''));
    expect([...seen].sort().join('')).toBe(alphabet);
  });

  test('is identified by a prefix that does not reveal it', () => {
    const token = newToken();
    expect(displayPrefix(token)).toBe(token.slice(0, 14));
  });
});

describe('a mistyped token', () => {
  test('is detected when any one character differs', () => {
    const token = newToken();
    for (let i = 8; i < token.length; i++) {
      for (const other of alphabet) {
        if (other === token[i]) continue;
        expect(isWellFormedToken(token.slice(0, i) + other + token.slice(i + 1))).toBe(false);
      }
    }
  });

  test('is detected when two neighbors are swapped', () => {
    const token = newToken();
    for (let i = 8; i < token.length - 1; i++) {
      if (token[i] === token[i + 1]) continue;
      const swapped = token.slice(0, i) + token[i + 1] + token[i] + token.slice(i + 2);
      expect(isWellFormedToken(swapped)).toBe(false);
    }
  });

  test.each([
    () => '',
    (token: string) => token.slice(8),
    (token: string) => token.slice(0, -1),
    (token: string) => `${token}0`,
    (token: string) => `${token}\n`,
    (token: string) => ` ${token}`,
    (token: string) => token.replace('live', 'test'),
    (token: string) => token.toUpperCase(),
  ])('%s is not well-formed', (change) => {
    expect(isWellFormedToken(change(newToken()))).toBe(false);
  });
});

test('a token is stored as its SHA-256', () => {
  const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(hashToken('abc').toString('hex')).toBe(expected);
});

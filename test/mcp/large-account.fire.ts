import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { figure, report } from '../support/load/figures.ts';
import { fillAccount } from '../support/plans/fill-account.ts';
import { connectMcp } from './mcp-client.ts';

const MiB = 1024 ** 2;
/** Characters of an answer, and bytes of the process. */
const LONGEST = 40_000;
const MEMORY = 250 * MiB;
const AT_ONCE = 8;
const PAGES = 5;

const store = usePrivateDatabase();
const rows = figure(20_000, 1_000_000);
let gateway: Gateway;
let account: Account;

beforeAll(async () => {
  account = await openAccount(store.database);
  await fillAccount(store.database, account.developerId, rows);
  await store.database.pool.query('analyze');
  gateway = await startGateway(store.url);
}, 900_000);
afterAll(() => gateway.stop());

test('lists of a large account stay within the limit of an answer, and the gateway within 250 MiB', {
  timeout: 300_000,
}, async () => {
  const { call } = connectMcp(gateway.url, account.token);
  let longest = 0;
  /** The pages of a list, each of which goes on where the one before was cut. */
  const readPages = async (kind: string) => {
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < PAGES; page++) {
      const input = { kind, limit: 1_000, ...(cursor !== undefined && { cursor }) };
      const { text, isError, result } = await call('list_records', input);
      expect(isError, text.slice(0, 200)).toBe(false);
      longest = Math.max(longest, text.length);
      const items: { id: string }[] = result.filter((item: object) => 'id' in item);
      for (const { id } of items) seen.add(id);
      expect(seen.size).toBe((page + 1) * items.length);
      cursor = result.at(-1).next;
      expect(cursor).toEqual(expect.any(String));
    }
  };
  const kinds = ['revenues', 'outcomes', 'goals', 'events'];
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => readPages(kinds[i % kinds.length] ?? '')));
  const peak = peakOf(gateway.child.pid ?? 0);
  report(
    `${AT_ONCE} callers at once list ${rows.toLocaleString('en')} records of each kind: at most ${longest.toLocaleString('en')} characters an answer and ${(peak / MiB).toFixed(0)} MiB of memory`,
  );
  expect(longest).toBeLessThanOrEqual(LONGEST);
  expect(peak).toBeLessThan(MEMORY);
});

/** The most memory that a process has had, in bytes. */
function peakOf(pid: number): number {
  const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

import { randomUUID } from 'node:crypto';
import { connectDatabase, OutturnError } from '@outturn/service';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';

const store = usePrivateDatabase();

/** Runs work with connections of its own, on which a question may take 300 ms. */
async function withImpatience<T>(work: (database: typeof store.database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ url: store.url, readTimeout: 300 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

test('a question that takes too long is refused with a reason', async () => {
  await withImpatience(async (database) => {
    const error = await database.read('slow', 'select pg_sleep($1)', [5]).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OutturnError);
    expect(error).toMatchObject({
      code: 'Question Too Large',
      message: expect.stringContaining('0.3 seconds'),
    });
    // The connection is usable for the next question.
    expect(await database.read('quick', 'select 1', [])).toEqual([['1']]);
  });
});

test('questions never delay a short statement', async () => {
  await withImpatience(async (database) => {
    let isAnswered = false;
    const questions = Promise.allSettled(
      Array.from({ length: 30 }, () => database.read('slow', 'select pg_sleep($1)', [5])),
    ).then(() => {
      isAnswered = true;
    });
    const key = randomUUID();
    expect(await database.quick('echo', 'select $1::text', [key])).toEqual([[key]]);
    expect(isAnswered).toBe(false);
    await questions;
  });
});

import { expect, test } from 'vitest';
import { Semaphore } from '../../database/semaphore.ts';
import { passwordHashing } from './password-hashing.ts';

test('hashes and checks queue at the semaphore, and leave it', async () => {
  const semaphore = new Semaphore(1);
  const { hash, verify } = passwordHashing(semaphore);
  const hashed = await hash('correct horse');
  await semaphore.acquire();
  let isDone = false;
  const checks = Promise.all([
    verify({ hash: hashed, password: 'correct horse' }),
    verify({ hash: hashed, password: 'wrong horse' }),
  ]).finally(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  semaphore.release();
  expect(await checks).toEqual([true, false]);
  expect(semaphore.tryAcquire()).toBe(true);
});

test('a failed hash leaves the semaphore', async () => {
  const semaphore = new Semaphore(1);
  await expect(passwordHashing(semaphore).verify({ hash: 'no hash', password: 'a' })).rejects.toThrow();
  expect(semaphore.tryAcquire()).toBe(true);
});

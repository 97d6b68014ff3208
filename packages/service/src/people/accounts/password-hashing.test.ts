import { expect, test } from 'vitest';
import { Gate } from '../../database/semaphore.ts';
import { passwordHashing } from './password-hashing.ts';

test('hashes and checks queue at the gate, and leave it', async () => {
  const gate = new Gate(1);
  const { hash, verify } = passwordHashing(gate);
  const hashed = await hash('correct horse');
  await gate.enter();
  let isDone = false;
  const checks = Promise.all([
    verify({ hash: hashed, password: 'correct horse' }),
    verify({ hash: hashed, password: 'wrong horse' }),
  ]).finally(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  gate.leave();
  expect(await checks).toEqual([true, false]);
  expect(gate.tryEnter()).toBe(true);
});

test('a failed hash leaves the gate', async () => {
  const gate = new Gate(1);
  await expect(passwordHashing(gate).verify({ hash: 'no hash', password: 'a' })).rejects.toThrow();
  expect(gate.tryEnter()).toBe(true);
});

import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { post } from './exchange.ts';

export type Commands = {
  /** How many are answered for good. */
  done: number;
  /** How many answers asked to come again. */
  retried: number;
  /** What was answered in the end, where it is not the customer that was asked for. */
  wrong: string[];
};

/** Creates customers of new keys one after the other until `isDone`, each as often as it takes. */
export async function runCommands(
  target: () => string,
  { token }: Account,
  isDone: (commands: Commands) => boolean,
): Promise<Commands> {
  const agent = new Agent({ keepAlive: true });
  const commands: Commands = { done: 0, retried: 0, wrong: [] };
  while (!isDone(commands)) {
    const key = `commanded-${commands.done}`;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `key-of-${key}` };
    const attempt = () => post(agent, `${target()}/v1/customers`, { body: JSON.stringify({ key }), headers });
    let answer = await attempt();
    for (; answer.status === 500; answer = await attempt()) {
      commands.retried++;
      await sleep(20);
    }
    commands.done++;
    if (answer.status !== 201 || JSON.parse(answer.text).key !== key) commands.wrong.push(answer.text);
  }
  agent.destroy();
  return commands;
}

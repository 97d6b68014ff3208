import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { post } from './exchange.ts';

export type Commands = {
  /** How many have a final answer. */
  done: number;
  /** How many answers asked for a retry. */
  retried: number;
  /** Final answers without the requested customer. */
  wrong: string[];
};

/** Creates customers with new keys one after the other until `isDone`, and retries each until it is answered. */
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

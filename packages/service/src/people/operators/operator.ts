import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { KeyedSemaphore } from '../../base/keyed-semaphore.ts';
import type { OperatorPrincipal, Plan } from '../../base/principal.ts';
import { ACCOUNT_SCOPE, OPERATOR_SCOPE, type Scope } from '../../base/scopes.ts';
import type { SecurityEvent } from '../../base/security-event.ts';
import type { Database } from '../../database/database.ts';
import { DimensionCache } from '../../dimensions/dimension-cache.ts';
import type { Command, CommandContext } from '../../operations/define.ts';
import { NIL_UUID } from '../../rollups/rollup-sql.ts';
import { validate } from '../../schema/validate.ts';

const granted = new Set([ACCOUNT_SCOPE, OPERATOR_SCOPE] as const);

/** The operator in the place of a developer, for the commands that callers of the API have. */
export function operatorFor({ id, plan }: { id: string; plan: Plan }): OperatorPrincipal {
  return { kind: 'operator', developerId: id, plan, scopes: granted };
}

/** Executes commands for the command line, in one transaction each. */
export type Operator = {
  execute<Input extends z.ZodType, Output extends z.ZodType>(
    command: Command<string, Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>;
};

type OperatorOptions = {
  /** Those that API keys can have. */
  scopes: readonly Scope[];
  /** Called with the security event of a command that succeeded. */
  tell: (event: SecurityEvent) => Promise<void>;
};

export function createOperator(database: Database, { scopes, tell }: OperatorOptions): Operator {
  return {
    async execute(command, input) {
      const valid = validate(command.input, input);
      const output = await database.transactional((em) => command.run(operatorContext(em, scopes), valid));
      const event = command.toSecurityEvent?.(output);
      if (event) await tell(event);
      return output;
    },
  };
}

/** The context of a command in a transaction of its caller. Commands of operators name the developer that they are for. */
export function operatorContext(em: EntityManager, scopes: readonly Scope[]): CommandContext {
  return {
    em,
    dimensions: new DimensionCache(),
    documents: {
      check: () => undefined,
      run: () => Promise.reject(new Error('The command line has no documents.')),
    },
    repricer: {
      preview: () => Promise.reject(new Error('The command line reprices nothing.')),
      refusal: 'is not repriced by the command line',
      requireComputing: () => Promise.reject(new Error('The command line reprices nothing.')),
      fact: 0,
    },
    questions: new KeyedSemaphore(1),
    scopes,
    principal: operatorFor({ id: NIL_UUID, plan: 'unlimited' }),
  };
}

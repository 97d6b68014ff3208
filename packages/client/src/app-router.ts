import type { AppRouter as ServerRouter } from '@outturn/trpc';
import type {
  AnyTRPCMutationProcedure,
  AnyTRPCProcedure,
  AnyTRPCQueryProcedure,
  AnyTRPCRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';
import type { TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';

type AnyDefinition = AnyTRPCRouter['_def'];

/**
 * Outturn's router without the types of its server, for the helpers of tRPC's libraries: `inferRouterOutputs<AppRouter>`. It
 * is a router of every version 11 of tRPC.
 */
export type AppRouter = Omit<AnyTRPCRouter, '_def'> & {
  _def: Omit<AnyDefinition, '_config' | 'procedures' | 'record'> & {
    _config: Omit<AnyDefinition['_config'], '$types'> & {
      $types: { ctx: object; meta: object; errorShape: typeof errorShape; transformer: false };
    };
    procedures: typeof procedures;
    record: typeof procedures;
  };
};

// The declaration of a constant spells out its inferred type. So the published types contain the content of the
// server's types and need no types of the server. This file is never run.
declare function inferred<Type>(): Type;
const errorShape = inferred<Plain<ErrorShape>>();
const procedures = inferred<ForClients<Server['record']>>();

type Server = ServerRouter['_def'];

/** tRPC 11.0 exports the type of `code` from this module alone. */
type ErrorShape = Omit<Server['_config']['$types']['errorShape'], 'code'> & { code: TRPC_ERROR_CODE_NUMBER };

type ForClients<Groups> = Groups extends object
  ? { [Group in keyof Groups]: { [Verb in keyof Groups[Group]]: ForClient<Groups[Group][Verb]> } }
  : never;

type ForClient<Procedure> = Procedure extends AnyTRPCProcedure
  ? Procedure extends AnyTRPCQueryProcedure
    ? TRPCQueryProcedure<Definition<Procedure>>
    : Procedure extends AnyTRPCMutationProcedure
      ? TRPCMutationProcedure<Definition<Procedure>>
      : TRPCSubscriptionProcedure<Definition<Procedure>>
  : never;

type Definition<Procedure extends AnyTRPCProcedure> = Procedure['_def']['$types'] extends {
  input: infer Input;
  output: infer Output;
}
  ? { input: Plain<Input>; output: Plain<Output>; meta: object }
  : never;

/** The same type with the content of named types written out, so that the declaration names none of the server. */
export type Plain<Type> = Type extends string
  ? Type
  : Type extends AsyncIterable<infer Item>
    ? AsyncIterable<Plain<Item>, void, unknown>
    : Type extends (infer Item)[]
      ? Plain<Item>[]
      : Type extends readonly (infer Item)[]
        ? readonly Plain<Item>[]
        : Type extends object
          ? { [Name in keyof Type]: Plain<Type[Name]> }
          : Type;

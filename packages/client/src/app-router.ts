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

// Declarations spell out the inferred type of a constant, so the package needs no types of the server. Nothing runs this file.
declare function inferred<Type>(): Type;
const errorShape = inferred<Plain<ErrorShape>>();
const procedures = inferred<ForClients<Server['record']>>();

type Server = ServerRouter['_def'];

/** tRPC 11.0 exports the type of `code` here alone. */
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

/** The same type, with the content of named types in the place of their names. */
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

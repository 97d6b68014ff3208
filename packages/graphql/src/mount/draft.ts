import { type Builder, newBuilder } from '../builder.ts';
import { InputTypes, OutputTypes } from './field-type.ts';

/** A GraphQL schema that is being built, with the types that zod schemas have in it. */
export type Draft = { builder: Builder; outputTypes: OutputTypes; inputTypes: InputTypes };

export function newDraft(): Draft {
  return { builder: newBuilder(), outputTypes: new OutputTypes(), inputTypes: new InputTypes() };
}

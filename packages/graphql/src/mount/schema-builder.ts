import { type Builder, newBuilder } from '../builder.ts';
import { InputTypes, OutputTypes } from './field-type.ts';

/** A schema under construction, and its types by zod schema. */
export type Draft = { builder: Builder; outputTypes: OutputTypes; inputTypes: InputTypes };

export function newDraft(): Draft {
  return { builder: newBuilder(), outputTypes: new OutputTypes(), inputTypes: new InputTypes() };
}

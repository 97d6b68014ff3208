import { KindRegistry } from '../kinds/kind-registry.ts';
import { recordKinds } from '../records/record-kinds.ts';

/** The kinds of records of the product. */
export const registry = new KindRegistry(recordKinds);

import { KindRegistry } from '../kinds/kind-registry.ts';
import { recordKinds } from '../records/record-kinds.ts';

export const registry = new KindRegistry(recordKinds);

import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/** Spies on a function for all modules until `restoreFileSystem`. Test files share modules, so `vi.mock` would miss some. */
export function spyOnFileSystem<Name extends 'cp' | 'rm' | 'statfs'>(name: Name) {
  const spy = vi.spyOn(fs, name);
  syncBuiltinESMExports();
  return spy;
}

export function restoreFileSystem(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/** Test files share modules, so `vi.mock` would miss modules that are already loaded. */
export function spyOnFileSystem<Name extends 'cp' | 'rm' | 'statfs' | 'symlink'>(name: Name) {
  const spy = vi.spyOn(fs, name);
  syncBuiltinESMExports();
  return spy;
}

export function restoreFileSystem(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

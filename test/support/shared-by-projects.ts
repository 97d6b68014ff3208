type Started<T> = { value: T; stop(): Promise<void> };
type Shared<T> = { started: Promise<Started<T>>; users: number };

/** Every project of a run loads its own copy of a setup file, so shared values are kept on the global object. */
const host = globalThis as { outturnShared?: Map<string, unknown> };
host.outturnShared ??= new Map();
const registry = host.outturnShared;

/** Starts something once for all projects of a run. The last `release` stops it. */
export async function sharedByProjects<T>(
  name: string,
  start: () => Promise<Started<T>>,
): Promise<{ value: T; release(): Promise<void> }> {
  // Only this function writes here, and a name always has the same type.
  const shared = registry.getOrInsertComputed(name, () => ({ started: start(), users: 0 })) as Shared<T>;
  shared.users += 1;
  const { value, stop } = await shared.started;
  return {
    value,
    async release() {
      shared.users -= 1;
      if (shared.users > 0) return;
      registry.delete(name);
      await stop();
    },
  };
}

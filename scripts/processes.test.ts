import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('signal after the end of a command ends the process that ran it', () => {
  const program = `
    import { runToEnd } from '${new URL('./processes.mjs', import.meta.url)}';
    await runToEnd(process.execPath, ['--version'], { stdio: 'ignore' });
    process.kill(process.pid, 'SIGTERM');
    setInterval(() => {}, 60_000);`;
  const options = { timeout: 20_000, killSignal: 'SIGKILL' } as const;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], options);
  expect(status).toBe(143);
}, 30_000);

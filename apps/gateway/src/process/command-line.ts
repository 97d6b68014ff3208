/** A command of Outturn as the user of this process can type it: `outturn` is often no command of the shell. */
export function commandLine(...args: string[]): string {
  return [programOf(process.env.npm_lifecycle_event), ...args].join(' ');
}

/** The command that runs a gateway, with options such as `--demo`. */
export function serveCommandLine(...options: string[]): string {
  const script = process.env.npm_lifecycle_event;
  if (script === 'start') return ['npm start', ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
  if (script === 'npx' && options.length === 0) return 'npx outturn';
  return commandLine('serve', ...options);
}

/** npm names the script of the repository that it runs, and `npx` for that. */
function programOf(script: string | undefined): string {
  if (script === 'npx') return 'npx outturn';
  return script === 'start' || script === 'dev' || script === 'outturn' ? 'npm run outturn --' : 'outturn';
}

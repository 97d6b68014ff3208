import path from 'node:path';

/**
 * The environment of a terminal on this machine: with its own Node.js and npm, and without the npm and pnpm that run the
 * tests, which put the repository's Node.js and packages first.
 */
export function terminal(): NodeJS.ProcessEnv {
  const isOurs = (folder: string) => folder.includes('node_modules') || folder.includes('node-gyp-bin');
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !isOurs(folder));
  const ofNpm = /^npm_|^INIT_CWD$|^NODE$|^NODE_PATH$/i;
  const inherited = Object.entries(process.env).filter(([name]) => !ofNpm.test(name));
  return { ...Object.fromEntries(inherited), PATH: folders.join(path.delimiter) };
}

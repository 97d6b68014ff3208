import { setTimeout as sleep } from 'node:timers/promises';
import react from '@vitejs/plugin-react';
import { licensePlugin } from 'rolldown-license-plugin';
import { createLogger, defineConfig, type Logger, type Plugin } from 'vite';
import { keepLastBuild } from '../../scripts/bundler-options.ts';
import { thirdPartyLicences } from '../../scripts/third-party-licences.ts';
import { compress } from './compress.ts';

/** Where `npm run dev` (scripts/dev.ts) runs the gateway. */
const gateway = process.env.OUTTURN_URL ?? 'http://localhost:3000';

/** All that is not the dashboard's: see apps/gateway/src/http/dashboard/routes.ts. */
const ofGateway = '^/(v1|graphql|trpc|api|docs|healthz|readyz|metrics)([/?]|$)';

export default defineConfig(({ command }) => ({
  ...(command === 'build' && { customLogger: failingLogger() }),
  plugins: [
    react(),
    compress(),
    beforeGateway(),
    licensePlugin({
      done: (packages, context) => {
        const source = thirdPartyLicences(packages);
        context.emitFile({ type: 'asset', fileName: 'third-party-licences.txt', source });
      },
    }),
  ],
  build: {
    // An open page loads files of its build later.
    emptyOutDir: false,
    // Tells what the first load is made of: see test/browser/first-load.test.ts.
    manifest: true,
    // The policy of the gateway allows no data: URLs but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // That plugins take long says how busy the machine is.
      checks: { bundlerTimings: false },
      plugins: [keepLastBuild('index.html')],
      output: {
        codeSplitting: {
          // Code that most pages share comes in one file rather than in fifty.
          groups: [{ name: 'shared', test: /node_modules|src\/(?!.*page\.tsx)/, minShareCount: 5 }],
        },
      },
    },
  },
  clearScreen: false,
  server: { strictPort: true, proxy: { [ofGateway]: gateway } },
}));

/** A warning fails the build, as `failOnWarning` does elsewhere: vite itself warns of files that only styles name. */
function failingLogger(): Logger {
  const fail = (message: string) => {
    throw new Error(message);
  };
  return { ...createLogger(), warn: fail, warnOnce: fail };
}

function beforeGateway(): Plugin {
  return {
    name: 'before-gateway',
    apply: 'serve',
    // The gateway says in the page that it serves GraphiQL; during development it always does.
    transformIndexHtml: (html) => html.replace('__GRAPHIQL__', 'on'),
    // A request that comes while the gateway restarts waits for it.
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, _, next) => {
        const deadline = Date.now() + 10_000;
        while (new RegExp(ofGateway).test(url) && !(await isUp()) && Date.now() < deadline) await sleep(100);
        next();
      });
    },
  };
}

function isUp(): Promise<boolean> {
  return fetch(`${gateway}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

import { dashboardBuild } from '../../../apps/gateway/src/http/dashboard/build.ts';

/** Builds the dashboard as `npm start` does, unless it is up to date. Returns the folder with its files. */
export async function builtDashboard(): Promise<string> {
  let failure: string | undefined;
  const build = dashboardBuild({
    onFailure: (message) => {
      failure = message;
    },
  });
  await build.start();
  if (failure !== undefined) throw new Error(`The dashboard cannot be built: ${failure}`);
  return build.folder;
}

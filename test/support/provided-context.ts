import 'vitest';

declare module 'vitest' {
  /** The servers that the setup files start once for all tests of a run, for `inject`. */
  interface ProvidedContext {
    /** A migrated database that the whole run shares; every test mints its own developer in it. */
    databaseUrl: string;
    /** The name of a migrated database to copy. */
    template: string;
    /** The gateway that the whole run shares: default settings, on `databaseUrl`. */
    gatewayUrl: string;
    /** The same with the dashboard; empty without a browser on this machine. */
    dashboardUrl: string;
    /** The endpoint of the run's browser; empty without one. */
    browserEndpoint: string;
  }
}

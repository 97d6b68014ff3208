import { probePooler } from '@outturn/service';

/** When set to the URL of a pooler in front of the run's server, every gateway in tests connects through it. */
export const THROUGH_POOLER = 'TEST_THROUGH_POOLER';

/** The settings of a gateway that reaches a database through the pooler of {@link THROUGH_POOLER}, if there is one. */
export async function behindPooler(databaseUrl: string): Promise<NodeJS.ProcessEnv> {
  const pooler = process.env[THROUGH_POOLER];
  if (!pooler) return {};
  const pooled = new URL(databaseUrl);
  pooled.host = new URL(pooler).host;
  const { keepPreparedStatements } = await probePooler(pooled.href);
  return {
    DATABASE_URL: pooled.href,
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_PREPARED_STATEMENTS: keepPreparedStatements ? 'on' : 'off',
  };
}

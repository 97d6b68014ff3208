// Peer (e): PostGraphile 5 with its aggregates plugin, over the product's own tables.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PgAggregatesPreset } from '@graphile/pg-aggregates';
import { postgraphile } from 'postgraphile';
import { TYPES } from 'postgraphile/@dataplan/pg';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { POOL_SIZE } from './pool-size.ts';

/** Groups by month, which the plugin's documentation explains how to add; hours and days are built in. */
const TruncatedToMonth: GraphileConfig.Plugin = {
  name: 'TruncatedToMonth',
  version: '1.0.0',
  after: ['PgAggregatesSpecsPlugin'],
  schema: {
    hooks: {
      build(build) {
        const { sql, pgAggregateGroupBySpecs } = build;
        if (!sql || !pgAggregateGroupBySpecs) throw new Error('the presets come first');
        pgAggregateGroupBySpecs.push({
          id: 'truncated-to-month',
          isSuitableType: (codec) => codec === TYPES.timestamptz,
          sqlWrap: (time) => sql`date_trunc('month', ${time})`,
          sqlWrapCodec: (codec) => codec,
        });
        return build;
      },
    },
  },
};

/** Maps the type of a column of another table, which PostGraphile does not know. */
const TransactionIds: GraphileConfig.Plugin = {
  name: 'TransactionIds',
  version: '1.0.0',
  gather: {
    hooks: {
      pgCodecs_findPgCodec(_, event) {
        if (event.pgType.typname === 'xid8') event.pgCodec = TYPES.text;
      },
    },
  },
};

const preset: GraphileConfig.Preset = {
  extends: [PostGraphileAmberPreset, PgAggregatesPreset],
  plugins: [TruncatedToMonth, TransactionIds],
  // It would hide agents, which have no index of their own, from the groupable columns.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL ?? '',
      schemas: ['public'],
      poolConfig: { max: POOL_SIZE, options: '-c TimeZone=UTC' },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, websockets: false },
};

const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
process.once('SIGTERM', () => process.exit());

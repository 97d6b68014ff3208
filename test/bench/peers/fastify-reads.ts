import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { idParameter, listQuery, revenueAnswer } from './fastify-schemas.ts';
import { type RevenueRow, selectRevenues, toRevenue } from './revenue.ts';

/** `GET /v1/revenues` and `GET /v1/revenues/{id}`: the product's statements, rows to objects, objects to JSON. */
export function addReads(app: FastifyInstance, pool: Pool): void {
  app.get<{ Querystring: { limit: number; offset: number } }>(
    '/v1/revenues',
    { schema: { querystring: listQuery } },
    async ({ developerId, query }, reply) => {
      const { rows } = await pool.query<RevenueRow>({
        name: 'list',
        text: `${selectRevenues('(select * from revenues where developer_id = $1 order by id desc limit $2 offset $3)')}
          order by r.id desc`,
        values: [developerId, query.limit, query.offset],
      });
      return reply.type('application/json').send(JSON.stringify(rows.map(toRevenue)));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/v1/revenues/:id',
    { schema: { params: idParameter, response: { 200: revenueAnswer } } },
    async ({ developerId, params }, reply) => {
      const { rows } = await pool.query<RevenueRow>({
        name: 'get',
        text: `${selectRevenues('revenues')} where r.developer_id = $1 and r.id = $2`,
        values: [developerId, params.id],
      });
      const [row] = rows;
      return row ? toRevenue(row) : reply.code(404).send({ code: 'Not Found' });
    },
  );
}

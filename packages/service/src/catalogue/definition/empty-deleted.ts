import type { Database } from '../../database/database.ts';
import { forgetAnswersOf, noteOlderAnswers } from '../../operations/stored-answers.ts';
import { blank, type DimensionStore } from './dimension-commands.ts';

/** Rows per transaction. */
const CHUNK = 1_000;

/** Gateways of older versions only hide what is deleted. May run beside others of this version. */
export async function emptyDeleted(
  database: Database,
  entities: readonly DimensionStore['entity'][],
): Promise<void> {
  await noteOlderAnswers(database.fork());
  for (const entity of entities) {
    const deleted = await database
      .fork()
      .createQueryBuilder(entity)
      .select(['developerId', 'id'])
      .where({ deletedAt: { $ne: null } })
      .execute<{ developerId: string; id: string }[]>('all');
    for (const [developerId, rows] of Map.groupBy(deleted, (row) => row.developerId))
      for (let start = 0; start < rows.length; start += CHUNK) {
        const ids = rows.slice(start, start + CHUNK).map(({ id }) => id);
        await database.transactional(async (em) => {
          const chunk = { developerId, id: { $in: ids }, deletedAt: { $ne: null } };
          await em.nativeUpdate(entity, chunk, blank({ entity }));
          await forgetAnswersOf(em, entity.meta.tableName, { developerId, ids });
        });
      }
  }
}

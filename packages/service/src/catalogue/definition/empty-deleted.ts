import type { Database } from '../../database/database.ts';
import { forgetAnswersOf } from '../../operations/stored-answers.ts';
import { blank, type DimensionStore } from './dimension-commands.ts';

/** Gateways of older versions only hide what is deleted. May run beside others of this version. */
export async function emptyDeleted(
  database: Database,
  entities: readonly DimensionStore['entity'][],
): Promise<void> {
  for (const entity of entities) {
    await database.transactional(async (em) => {
      await em.nativeUpdate(entity, { deletedAt: { $ne: null } }, blank({ entity }));
      const condition = 'd.deleted_at is not null';
      await forgetAnswersOf(em, { table: entity.meta.tableName, condition });
    });
  }
}

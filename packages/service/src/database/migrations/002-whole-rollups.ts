import { Migration } from '@mikro-orm/migrations';

/** Sums over all records (cut 0), from those per agent (cut 1). */
export class WholeRollups extends Migration {
  override up(): void {
    this.addSql(`
      insert into rollups (developer_id, cut, fact, grain, bucket, key, total, count)
      select developer_id, 0, fact, grain, bucket, '00000000-0000-0000-0000-000000000000', sum(total), sum(count)
      from rollups where cut = 1 group by developer_id, fact, grain, bucket`);
  }
}

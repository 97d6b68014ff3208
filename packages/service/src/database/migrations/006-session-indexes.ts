import { Migration } from '@mikro-orm/migrations';

/** Sessions by agent or customer. Partial indexes cost nothing for sessions without. */
export class SessionIndexes extends Migration {
  override up(): void {
    for (const column of ['agent_id', 'customer_id']) {
      this.addSql(
        `create index sessions_${column}_index on sessions (developer_id, ${column}, id) where ${column} is not null`,
      );
    }
  }
}

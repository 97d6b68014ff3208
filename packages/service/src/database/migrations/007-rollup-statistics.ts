import { Migration } from '@mikro-orm/migrations';

/** Without these statistics PostgreSQL expects forty times the rows of a question. */
export class RollupStatistics extends Migration {
  override up(): void {
    this.addSql('create statistics rollups_kinds (mcv) on cut, fact, grain from rollups');
    this.addSql('analyze rollups (cut, fact, grain)');
  }
}

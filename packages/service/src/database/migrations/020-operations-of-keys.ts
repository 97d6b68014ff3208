import { Migration } from '@mikro-orm/migrations';

/** The command that used a key, for the error when another one uses it. */
export class OperationsOfKeys extends Migration {
  override up(): void {
    this.addSql('alter table idempotency_keys add column operation text');
  }
}

import { Migration } from '@mikro-orm/migrations';

/** Finds answers that show a deleted row. */
export class StoredAnswers extends Migration {
  override up(): void {
    this.addSql(`
      create table stored_answers (
        developer_id uuid not null,
        row_id uuid not null,
        key_hash uuid not null,
        expires_at timestamptz(6) not null,
        primary key (developer_id, row_id, key_hash)
      )`);
    this.addSql('create index stored_answers_expires_at_index on stored_answers (expires_at)');
  }
}

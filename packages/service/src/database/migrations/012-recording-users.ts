import { Migration } from '@mikro-orm/migrations';

/** When a user last recorded, so that they do not leave their developer behind meanwhile. Nothing is rewritten for it. */
export class RecordingUsers extends Migration {
  override up(): void {
    this.addSql('alter table users add column recording_at timestamptz(6) null');
  }
}

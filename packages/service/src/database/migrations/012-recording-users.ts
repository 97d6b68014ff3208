import { Migration } from '@mikro-orm/migrations';

/** When a user last recorded, so that they do not leave their developer meanwhile. Rewrites no rows. */
export class RecordingUsers extends Migration {
  override up(): void {
    this.addSql('alter table users add column recording_at timestamptz(6) null');
  }
}

import { Migration } from '@mikro-orm/migrations';

/** When a key was replaced by a new one, so that it is not replaced again. Nothing is rewritten for it. */
export class RotatedKeys extends Migration {
  override up(): void {
    this.addSql('alter table api_keys add column rotated_at timestamptz(6) null');
  }
}

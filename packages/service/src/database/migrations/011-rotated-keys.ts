import { Migration } from '@mikro-orm/migrations';

/** When a key was replaced, so that it is replaced only once. Rewrites no rows. */
export class RotatedKeys extends Migration {
  override up(): void {
    this.addSql('alter table api_keys add column rotated_at timestamptz(6) null');
  }
}

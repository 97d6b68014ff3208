import { Migration } from '@mikro-orm/migrations';

/** Tenants next to their records. Those of older versions are added with their next record. */
export class Tenants extends Migration {
  override up(): void {
    this.addSql('create table tenants (developer_id uuid primary key)');
    this.addSql('insert into tenants (developer_id) select id from developers');
  }
}

import { Migration } from '@mikro-orm/migrations';

export class Reports extends Migration {
  override up(): void {
    this.addSql(`
      create table reports (
        developer_id uuid not null,
        id uuid not null,
        name text not null,
        description text null,
        document text not null,
        variables json not null,
        created_at timestamptz(6) not null,
        updated_at timestamptz(6) not null,
        primary key (developer_id, id),
        constraint reports_name_unique unique (developer_id, name)
      )`);
  }
}

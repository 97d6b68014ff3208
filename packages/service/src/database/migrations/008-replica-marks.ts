import { Migration } from '@mikro-orm/migrations';

/** What gateways write to see it on their replicas: one row each, while they run. */
export class ReplicaMarks extends Migration {
  override up(): void {
    this.addSql(`
      create table replica_marks (
        id uuid not null,
        mark bigint not null,
        written_at timestamptz(6) not null,
        primary key (id)
      )`);
  }
}

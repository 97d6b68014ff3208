import { Migration } from '@mikro-orm/migrations';

/** One row per running gateway, which looks for it on replicas. */
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

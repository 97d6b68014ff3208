import { Migration } from '@mikro-orm/migrations';

/** The least schema number that a gateway must know. Gateways before this migration know no number. */
export class RequiredSchema extends Migration {
  override up(): void {
    this.addSql(
      'create table required_schema (number integer primary key, settled integer not null default 0)',
    );
    this.addSql('insert into required_schema (number) values (0)');
  }
}

import { Migration } from '@mikro-orm/migrations';

/** better-auth 1.7.3 and later write no issuer; gateways with 1.7.2 sign in no account without it. */
export class AccountIssuers extends Migration {
  override up(): void {
    this.addSql(`alter table user_accounts alter column issuer set default 'local:credential'`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/** Users, sessions and passwords (tables of better-auth), and claim links. */
export class Accounts extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id uuid primary key,
        developer_id uuid not null constraint users_developer_unique unique,
        name text not null,
        email text not null constraint users_email_unique unique,
        email_verified boolean not null,
        image text null,
        created_at timestamptz(6) not null,
        updated_at timestamptz(6) not null
      )`);
    this.addSql(`
      create table user_sessions (
        id uuid primary key,
        user_id uuid not null,
        token text not null constraint user_sessions_token_unique unique,
        expires_at timestamptz(6) not null,
        ip_address text null,
        user_agent text null,
        created_at timestamptz(6) not null,
        updated_at timestamptz(6) not null
      )`);
    this.addSql('create index user_sessions_user_index on user_sessions (user_id)');
    this.addSql(`
      create table user_accounts (
        id uuid primary key,
        user_id uuid not null,
        issuer text not null,
        account_id text not null,
        provider_id text not null,
        password text null,
        created_at timestamptz(6) not null,
        updated_at timestamptz(6) not null,
        constraint user_accounts_account_unique unique (issuer, account_id)
      )`);
    this.addSql('create index user_accounts_user_index on user_accounts (user_id)');
    this.addSql(`
      create table developer_claims (
        hash bytea primary key,
        developer_id uuid not null,
        created_at timestamptz(6) not null,
        used_at timestamptz(6) null,
        used_by uuid null
      )`);
  }
}

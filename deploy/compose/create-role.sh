#!/bin/sh
# The postgres image runs this once, on an empty volume. The statements are those of docs/operations.md, "Rights of the role".
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" <<'SQL'
create role outturn login password :'password';
create database outturn;
\connect outturn
revoke all on database outturn from public;
grant connect on database outturn to outturn;
create schema outturn authorization outturn;
SQL

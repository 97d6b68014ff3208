#!/bin/sh
# The postgres image runs this once, on an empty volume. The statements are those of docs/operations.md, "Rights of the role".
set -eu
# From the environment, because other programs can read arguments.
psql --username=postgres --set=ON_ERROR_STOP=1 <<'SQL'
\getenv password DATABASE_PASSWORD
create role outturn login password :'password';
create database outturn;
\connect outturn
revoke all on database outturn from public;
grant connect on database outturn to outturn;
create schema outturn authorization outturn;
SQL

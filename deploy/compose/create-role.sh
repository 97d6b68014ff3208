#!/bin/sh
# The postgres image runs this once, on an empty volume: Outturn gets a role that owns its database and nothing else.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" <<'SQL'
create role outturn login password :'password';
create database outturn owner outturn;
SQL

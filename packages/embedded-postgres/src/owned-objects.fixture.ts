export const objects = `
  create schema "Of An Operator";
  create table "Of An Operator"."Some Table" (id serial primary key, other int generated always as identity, j jsonb);
  create table parted (a int, b text) partition by range (a);
  create table part partition of parted for values from (0) to (10);
  insert into parted values (1, 'kept');
  create view a_view as select 1 as x;
  create materialized view a_matview as select 1 as x;
  create sequence a_sequence;
  create type a_composite as (a int);
  create type an_enum as enum ('a');
  create domain a_domain as int check (value > 0);
  create type a_range as range (subtype = int4);
  create function a_function(a int default 1, variadic b text[] default '{}') returns int language sql as 'select 1';
  create procedure a_procedure() language sql as 'select 1';
  create aggregate an_aggregate (int) (sfunc = int4pl, stype = int);
  create function same(a_composite, a_composite) returns boolean language sql as 'select true';
  create operator === (leftarg = a_composite, rightarg = a_composite, function = same);
  create operator family a_family using btree;
  create statistics a_statistic on a, b from parted;
  create collation a_collation from "C";
  create text search configuration a_configuration (copy = simple);
  create text search dictionary a_dictionary (template = simple);
  select lo_create(77);`;

/** Lists objects that the superuser still owns, except parts of types, such as constructors. */
export const leftWithSuperuser = `
  select string_agg(format('%s %s', type, identity), ', ') from pg_depend as d
  right join (select 'pg_class'::regclass as class, oid as id, relowner as owner from pg_class where relkind <> 't'
    union all select 'pg_type'::regclass, oid, typowner from pg_type
    union all select 'pg_proc'::regclass, oid, proowner from pg_proc
    union all select 'pg_namespace'::regclass, oid, nspowner from pg_namespace where nspname !~ '^pg_'
    union all select 'pg_operator'::regclass, oid, oprowner from pg_operator
    union all select 'pg_opfamily'::regclass, oid, opfowner from pg_opfamily
    union all select 'pg_statistic_ext'::regclass, oid, stxowner from pg_statistic_ext
    union all select 'pg_collation'::regclass, oid, collowner from pg_collation
    union all select 'pg_ts_config'::regclass, oid, cfgowner from pg_ts_config
    union all select 'pg_ts_dict'::regclass, oid, dictowner from pg_ts_dict
    union all select 'pg_largeobject'::regclass, oid, lomowner from pg_largeobject_metadata where true) as o
    on classid = class and objid = id and objsubid = 0 and deptype = 'i',
  pg_identify_object(class, id, 0)
  where owner = 'outturn'::regrole and (id >= 16384 or class = 'pg_largeobject'::regclass) and d is null`;

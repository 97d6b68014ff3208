SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.agents (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    name text,
    description text,
    metadata json,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL,
    deleted_at timestamp(6) with time zone
);
CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash bytea NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    expires_at timestamp(6) with time zone,
    last_used_at timestamp(6) with time zone,
    revoked_at timestamp(6) with time zone,
    rotated_at timestamp(6) with time zone
);
CREATE TABLE public.commits (
    developer_id uuid NOT NULL,
    xid xid8 NOT NULL,
    fact smallint NOT NULL,
    ids uuid[] NOT NULL,
    committed_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.customers (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    name text,
    description text,
    metadata json,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL,
    deleted_at timestamp(6) with time zone
);
CREATE TABLE public.developer_claims (
    hash bytea NOT NULL,
    developer_id uuid NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    used_at timestamp(6) with time zone,
    used_by uuid
);
CREATE TABLE public.developers (
    id uuid NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    CONSTRAINT developers_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'scale'::text, 'unlimited'::text])))
);
CREATE TABLE public.events (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    agent_id uuid,
    session_id uuid,
    customer_id uuid,
    tool_id uuid,
    type text NOT NULL,
    name text,
    cost numeric,
    input_tokens bigint,
    output_tokens bigint,
    model text,
    provider text,
    occurred_at timestamp(6) with time zone NOT NULL,
    metadata json
);
CREATE TABLE public.goal_types (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    name text,
    description text,
    metadata json,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL,
    deleted_at timestamp(6) with time zone,
    value numeric
);
CREATE TABLE public.goals (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    goal_type_id uuid NOT NULL,
    agent_id uuid,
    session_id uuid,
    customer_id uuid,
    metadata json,
    achieved_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.idempotency_keys (
    developer_id uuid NOT NULL,
    key_hash uuid NOT NULL,
    fingerprint uuid NOT NULL,
    record_id uuid,
    response text,
    expires_at timestamp(6) with time zone
);
CREATE TABLE public.migrations (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL
);
CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;
CREATE TABLE public.outcomes (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    agent_id uuid,
    session_id uuid,
    customer_id uuid,
    tool_id uuid,
    goal_id uuid,
    value numeric NOT NULL,
    generated_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.replica_marks (
    id uuid NOT NULL,
    mark bigint NOT NULL,
    written_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.reports (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    document text NOT NULL,
    variables json NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.revenues (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(6) with time zone NOT NULL,
    agent_id uuid,
    customer_id uuid,
    session_id uuid,
    key text,
    amount numeric NOT NULL,
    source text NOT NULL,
    goal_id uuid,
    event_id uuid,
    description text,
    recorded_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.rollup_deltas (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    fact smallint NOT NULL,
    records integer NOT NULL,
    agent_ids uuid[] NOT NULL,
    customer_ids uuid[] NOT NULL,
    amounts numeric[] NOT NULL,
    times timestamp(6) with time zone[] NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');
ALTER TABLE ONLY public.rollup_deltas ALTER COLUMN agent_ids SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.rollup_deltas ALTER COLUMN customer_ids SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.rollup_deltas ALTER COLUMN amounts SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.rollup_deltas ALTER COLUMN times SET STORAGE EXTERNAL;
CREATE TABLE public.rollups (
    developer_id uuid NOT NULL,
    cut smallint NOT NULL,
    fact smallint NOT NULL,
    grain smallint NOT NULL,
    bucket timestamp(6) with time zone NOT NULL,
    key uuid NOT NULL,
    total numeric NOT NULL,
    count bigint NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.sessions (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    agent_id uuid,
    customer_id uuid,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL,
    deleted_at timestamp(6) with time zone
);
CREATE TABLE public.tenants (
    developer_id uuid NOT NULL
);
CREATE TABLE public.tools (
    developer_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    name text,
    description text,
    metadata json,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL,
    deleted_at timestamp(6) with time zone,
    value numeric
);
CREATE TABLE public.user_accounts (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    issuer text NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    password text,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.user_sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token text NOT NULL,
    expires_at timestamp(6) with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean NOT NULL,
    image text,
    created_at timestamp(6) with time zone NOT NULL,
    updated_at timestamp(6) with time zone NOT NULL,
    recording_at timestamp(6) with time zone
);
ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);
INSERT INTO public.agents VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c593-7809-9771-a79c5b338a3b', 'support', 'Support desk', NULL, '{"tier":"gold"}', '2026-11-26 03:18:39.761943+00', '2026-11-26 03:18:39.807+00', NULL);
INSERT INTO public.api_keys VALUES ('01a215dc-c20e-7f0a-9d92-26c545300a8d', '01a215dc-c203-7e73-839c-ee7c566a5d0f', 'Created from the command line', 'ot_live_TEojYL', '\x5fcb7a9da54a5d39331acb62d835bbe26febf4016c158fd9f20ebf602c60bcc9', '{agents:read,agents:write,analytics:explain,analytics:read,customers:read,customers:write,events:read,events:write,goal-types:read,goal-types:write,goals:read,goals:write,outcomes:read,outcomes:write,reports:read,reports:write,revenues:read,revenues:write,sessions:read,tools:read,tools:write}', '2026-11-26 03:18:38.862+00', NULL, NULL, NULL, NULL);
INSERT INTO public.api_keys VALUES ('01a215dc-c160-7ab9-a509-d896fc12f099', '01a215dc-c159-7a3e-b62a-e7324b45e08c', 'Created from the command line', 'ot_live_mfXQAd', '\xaa0be0b21d944983d735bcaeb3cd8045f9c7e71983cd749be78a76cd45414156', '{agents:read,agents:write,analytics:explain,analytics:read,customers:read,customers:write,events:read,events:write,goal-types:read,goal-types:write,goals:read,goals:write,outcomes:read,outcomes:write,reports:read,reports:write,revenues:read,revenues:write,sessions:read,tools:read,tools:write}', '2026-11-26 03:18:38.689+00', NULL, '2026-11-26 03:18:39.759647+00', NULL, NULL);
INSERT INTO public.commits VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '18551', 2, '{01a215dc-c5c6-791a-ab27-4828646abed4}', '2026-11-26 03:18:39.814826+00');
INSERT INTO public.commits VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '18551', 4, '{01a215dc-c5c4-7515-b821-93c3ea40d83c}', '2026-11-26 03:18:39.814826+00');
INSERT INTO public.commits VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '18552', 4, '{01a215dc-c5cf-7b08-8500-908ec9349995}', '2026-11-26 03:18:39.824914+00');
INSERT INTO public.commits VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '18553', 2, '{01a215dc-c5d6-72a3-9946-30f3f489049f}', '2026-11-26 03:18:39.831164+00');
INSERT INTO public.commits VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '18553', 3, '{01a215dc-c5d6-72a3-9946-30efc3844556}', '2026-11-26 03:18:39.831164+00');
INSERT INTO public.commits VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '18554', 2, '{01a215dc-c5dd-785c-ae24-7301a43b3fcb}', '2026-11-26 03:18:39.837469+00');
INSERT INTO public.commits VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '18555', 1, '{01a215dc-c5e2-7539-996a-666d0c896ce6}', '2026-11-26 03:18:39.843561+00');
INSERT INTO public.commits VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '18556', 1, '{01a215dc-c5e7-795c-a45e-1cfd1678cd43,01a215dc-c5e7-795c-a45e-1cfeaa8633f2}', '2026-11-26 03:18:39.848234+00');
INSERT INTO public.customers VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', 'acme', 'Acme', 'Anvils', NULL, '2026-11-26 03:18:39.778917+00', '2026-11-26 03:18:39.778917+00', NULL);
INSERT INTO public.customers VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5e7-795c-a45e-1cffea0dd6c8', 'left', NULL, NULL, NULL, '2026-11-26 03:18:39.847+00', '2026-11-26 03:18:39.847+00', NULL);
INSERT INTO public.customers VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5ec-789a-88d4-9455764cebf4', 'left-too', 'Ada Lovelace', NULL, '{"phone":"555"}', '2026-11-26 03:18:39.851615+00', '2026-11-26 03:18:39.851615+00', '2026-11-26 03:18:39.86+00');
INSERT INTO public.developer_claims VALUES ('\x4970d7e81371c3dc604f7ec5e9da3c380900245f25ec26d3671dc897441ef041', '01a215dc-c203-7e73-839c-ee7c566a5d0f', '2026-11-26 03:18:39.036+00', NULL, NULL);
INSERT INTO public.developers VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 'records', 'free', '2026-11-26 03:18:38.680606+00');
INSERT INTO public.developers VALUES ('01a215dc-c203-7e73-839c-ee7c566a5d0f', 'unclaimed', 'free', '2026-11-26 03:18:38.851155+00');
INSERT INTO public.developers VALUES ('01a215dc-c52d-7ee3-8df7-23ad69b64871', 'ada@example.com', 'free', '2026-11-26 03:18:39.740812+00');
INSERT INTO public.events VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5c4-7515-b821-93c3ea40d83c', '2026-11-26 03:18:39.813+00', NULL, '01a215dc-c5c4-7515-b821-93c499ba90ea', NULL, '01a215dc-c5b4-75e2-9e50-de8730f1f658', 'call', 'answer', 0.0125, 1200, 80, 'model', 'provider', '2026-01-02 10:30:00+00', '{"attempt":1}');
INSERT INTO public.events VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5cf-7b08-8500-908ec9349995', '2026-11-26 03:18:39.823+00', '01a215dc-c593-7809-9771-a79c5b338a3b', '01a215dc-c5c4-7515-b821-93c499ba90ea', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', NULL, 'note', NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-03 10:30:00+00', NULL);
INSERT INTO public.goal_types VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5ac-7fd6-b33a-d7d85572942e', 'resolved', 'Resolved', NULL, NULL, '2026-11-26 03:18:39.788098+00', '2026-11-26 03:18:39.788098+00', NULL, 12.5);
INSERT INTO public.goals VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5d6-72a3-9946-30efc3844556', '2026-11-26 03:18:39.83+00', '01a215dc-c5ac-7fd6-b33a-d7d85572942e', '01a215dc-c593-7809-9771-a79c5b338a3b', '01a215dc-c5d6-72a3-9946-30f1773687d8', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', NULL, '2026-01-04 10:30:00+00');
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 'ccfc6c23-de9f-bc2f-e30e-7d2c3a29fa99', 'df3f2ea2-0843-c09d-304e-259317e4c21b', NULL, '{"id":"01a215dc-c593-7809-9771-a79c5b338a3b","key":"support","name":"Support","description":null,"metadata":{"tier":"gold"},"createdAt":"2026-11-26T03:18:39.761Z","updatedAt":"2026-11-26T03:18:39.761Z"}', '2026-12-26 03:18:39.762+00');
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '76dca021-70eb-0310-c6b0-24c734ed3d1b', 'ec324914-125a-f2ec-cc16-f43d6e229729', NULL, '{"id":"01a215dc-c5a3-7260-8f60-2b52b5c20b9e","key":"acme","name":"Acme","description":"Anvils","metadata":null,"createdAt":"2026-11-26T03:18:39.778Z","updatedAt":"2026-11-26T03:18:39.778Z"}', '2026-12-26 03:18:39.779+00');
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 'ec395fe2-0939-63cd-4976-92b881c91efa', '9ef57879-603e-4979-6c6f-72b2d5401945', NULL, '{"id":"01a215dc-c5ac-7fd6-b33a-d7d85572942e","key":"resolved","name":"Resolved","description":null,"metadata":null,"createdAt":"2026-11-26T03:18:39.788Z","updatedAt":"2026-11-26T03:18:39.788Z","value":"12.5"}', '2026-12-26 03:18:39.788+00');
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 'd086080d-b04d-0d96-bb44-e9b1746b306a', '4b096b67-a9e2-19db-3cec-732a9bb4b0d2', NULL, '{"id":"01a215dc-c5b4-75e2-9e50-de8730f1f658","key":"search","name":"Search","description":null,"metadata":null,"createdAt":"2026-11-26T03:18:39.796Z","updatedAt":"2026-11-26T03:18:39.796Z","value":"0.25"}', '2026-12-26 03:18:39.796+00');
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '326d62a3-2e22-b4e4-852f-ba76770dcaca', 'c2e81c12-b624-372d-a589-7740a886015d', NULL, '{"id":"01a215dc-c593-7809-9771-a79c5b338a3b","key":"support","name":"Support desk","description":null,"metadata":{"tier":"gold"},"createdAt":"2026-11-26T03:18:39.761Z","updatedAt":"2026-11-26T03:18:39.807Z"}', '2026-12-26 03:18:39.805+00');
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 'ef477201-ef68-797c-c039-2610a560814b', '6a63e325-86de-4dee-866f-6878924341df', '01a215dc-c5c4-7515-b821-93c3ea40d83c', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '8987af7e-8640-4cca-3688-ff559136689b', 'ea8eb599-e771-dff4-38a4-1edec14cb0c0', '01a215dc-c5cf-7b08-8500-908ec9349995', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '7f0877d0-8abd-5d6c-de61-7cabf5ea6fad', '91c88972-155c-3cdf-04ce-d328230f567d', '01a215dc-c5d6-72a3-9946-30efc3844556', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '2a337840-1d2c-b28e-2be8-f6a2928a7af5', 'bee87be6-018d-5727-30c2-dfe518081b9e', '01a215dc-c5dd-785c-ae24-7301a43b3fcb', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 'bd3bb7e9-9ca2-b88f-4070-cb206fe35c6a', 'e6258fe2-8e10-d46d-01c9-5f38fbcc5618', '01a215dc-c5e2-7539-996a-666d0c896ce6', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 'd604fc68-da3b-0191-be42-84818f7315cb', 'e6258fe2-8e10-d46d-01c9-5f38fbcc5618', '01a215dc-c5e2-7539-996a-666d0c896ce6', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '2275023e-980f-bf31-dae5-91bd080ed310', '2fb758ab-07f6-136a-b8f4-f319a5252a13', '01a215dc-c5e7-795c-a45e-1cfeaa8633f2', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '70170edc-e9c2-1b07-11f8-623f2c1bdb8d', 'ed40de6b-430b-b18f-1e0b-efbe4ec8b5f6', '01a215dc-c5e7-795c-a45e-1cfd1678cd43', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '67129a07-675c-7f01-1620-0ce0bda5190a', '14e6ce0d-2711-ed0a-510c-e77fa8842383', NULL, '{"id":"01a215dc-c5ec-789a-88d4-9455764cebf4","key":"left-too","name":"Ada Lovelace","description":null,"metadata":{"phone":"555"},"createdAt":"2026-11-26T03:18:39.851Z","updatedAt":"2026-11-26T03:18:39.851Z"}', '2026-12-26 03:18:39.851+00');
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '7ddbe949-4749-485f-cef7-9e2797255a38', 'f4a644c2-bd8f-05e5-4434-e3c546a30969', NULL, '{"key":"left-too","deleted":true}', '2026-12-26 03:18:39.858+00');
INSERT INTO public.idempotency_keys VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '5a0d19c7-e496-db7e-fe02-363c112505f7', 'caf95409-ed91-978d-12a9-009953029652', NULL, '{"id":"01a215dc-c603-7482-afbe-4d51228228fd","name":"Revenue","description":null,"document":"query { __typename }","variables":{},"createdAt":"2026-11-26T03:18:39.868Z","updatedAt":"2026-11-26T03:18:39.868Z"}', '2026-12-26 03:18:39.869+00');
INSERT INTO public.migrations VALUES (1, '001-initial-schema', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (2, '002-whole-rollups', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (3, '003-reports', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (4, '004-commits', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (5, '005-accounts', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (6, '006-session-indexes', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (7, '007-rollup-statistics', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (8, '008-replica-marks', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (9, '009-tenants', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (10, '010-rollup-deltas', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (11, '011-rotated-keys', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.migrations VALUES (12, '012-recording-users', '2026-11-26 03:18:38.591554+00');
INSERT INTO public.outcomes VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5c6-791a-ab27-4828646abed4', '2026-11-26 03:18:39.813+00', NULL, '01a215dc-c5c4-7515-b821-93c499ba90ea', NULL, '01a215dc-c5b4-75e2-9e50-de8730f1f658', NULL, 0.25, '2026-01-02 10:30:00+00');
INSERT INTO public.outcomes VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5d6-72a3-9946-30f3f489049f', '2026-11-26 03:18:39.83+00', '01a215dc-c593-7809-9771-a79c5b338a3b', '01a215dc-c5d6-72a3-9946-30f1773687d8', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', NULL, '01a215dc-c5d6-72a3-9946-30efc3844556', 12.5, '2026-01-04 10:30:00+00');
INSERT INTO public.outcomes VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5dd-785c-ae24-7301a43b3fcb', '2026-11-26 03:18:39.837+00', '01a215dc-c593-7809-9771-a79c5b338a3b', '01a215dc-c5d6-72a3-9946-30f1773687d8', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', NULL, NULL, 3.5, '2026-01-05 10:30:00+00');
INSERT INTO public.reports VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c603-7482-afbe-4d51228228fd', 'Revenue', NULL, 'query { __typename }', '{}', '2026-11-26 03:18:39.868983+00', '2026-11-26 03:18:39.868983+00');
INSERT INTO public.revenues VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5e2-7539-996a-666d0c896ce6', '2026-11-26 03:18:39.843+00', '01a215dc-c593-7809-9771-a79c5b338a3b', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', '01a215dc-c5d6-72a3-9946-30f1773687d8', 'invoice-1', 99.95, 'Stripe', NULL, NULL, 'Payment received', '2026-01-06 10:30:00+00');
INSERT INTO public.revenues VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5e7-795c-a45e-1cfd1678cd43', '2026-11-26 03:18:39.847+00', NULL, NULL, NULL, NULL, 0.000000001, 'Manual', NULL, NULL, NULL, '2026-01-07 10:30:00+00');
INSERT INTO public.revenues VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5e7-795c-a45e-1cfeaa8633f2', '2026-11-26 03:18:39.847+00', NULL, '01a215dc-c5e7-795c-a45e-1cffea0dd6c8', NULL, NULL, -5, 'Refund', NULL, NULL, NULL, '2026-01-31 10:30:00+00');
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 1, 15, '2026-01-06 10:30:00+00', '00000000-0000-0000-0000-000000000000', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 1, 15, '2026-01-07 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 1, 15, '2026-01-31 10:30:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 1, 1440, '2026-01-06 00:00:00+00', '00000000-0000-0000-0000-000000000000', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 1, 1440, '2026-01-31 00:00:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 2, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 2, 15, '2026-01-04 10:30:00+00', '00000000-0000-0000-0000-000000000000', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 2, 15, '2026-01-05 10:30:00+00', '00000000-0000-0000-0000-000000000000', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 2, 1440, '2026-01-04 00:00:00+00', '00000000-0000-0000-0000-000000000000', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 2, 1440, '2026-01-05 00:00:00+00', '00000000-0000-0000-0000-000000000000', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 3, 15, '2026-01-04 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 3, 1440, '2026-01-04 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 4, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 4, 15, '2026-01-03 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 0, 4, 1440, '2026-01-03 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 1, 15, '2026-01-06 10:30:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 1, 15, '2026-01-07 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 1, 15, '2026-01-31 10:30:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 1, 1440, '2026-01-06 00:00:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 1, 1440, '2026-01-31 00:00:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 2, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 2, 15, '2026-01-04 10:30:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 2, 15, '2026-01-05 10:30:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 2, 1440, '2026-01-04 00:00:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 2, 1440, '2026-01-05 00:00:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 3, 15, '2026-01-04 10:30:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 3, 1440, '2026-01-04 00:00:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 4, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 4, 15, '2026-01-03 10:30:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 1, 4, 1440, '2026-01-03 00:00:00+00', '01a215dc-c593-7809-9771-a79c5b338a3b', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 1, 1440, '2026-01-06 00:00:00+00', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 1, 1440, '2026-01-31 00:00:00+00', '01a215dc-c5e7-795c-a45e-1cffea0dd6c8', -5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 2, 1440, '2026-01-04 00:00:00+00', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 2, 1440, '2026-01-05 00:00:00+00', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 3, 1440, '2026-01-04 00:00:00+00', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', 0, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', 2, 4, 1440, '2026-01-03 00:00:00+00', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', 0, 1);
INSERT INTO public.sessions VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5c4-7515-b821-93c499ba90ea', 'first', NULL, NULL, '2026-11-26 03:18:39.813+00', '2026-11-26 03:18:39.813+00', NULL);
INSERT INTO public.sessions VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5d6-72a3-9946-30f1773687d8', 'second', '01a215dc-c593-7809-9771-a79c5b338a3b', '01a215dc-c5a3-7260-8f60-2b52b5c20b9e', '2026-11-26 03:18:39.83+00', '2026-11-26 03:18:39.83+00', NULL);
INSERT INTO public.tools VALUES ('01a215dc-c159-7a3e-b62a-e7324b45e08c', '01a215dc-c5b4-75e2-9e50-de8730f1f658', 'search', 'Search', NULL, NULL, '2026-11-26 03:18:39.796433+00', '2026-11-26 03:18:39.796433+00', NULL, 0.25);
INSERT INTO public.user_accounts VALUES ('01a215dc-c577-711a-a9a2-ac897452609f', '01a215dc-c575-73db-a014-6b28cfaf2d90', 'local:credential', '01a215dc-c575-73db-a014-6b28cfaf2d90', 'credential', '1655f7f29d67c75eb5b7c0b73a51903b:53ed7d02dc87bd085b43d0435c5172ec170aeac72d93089ae835afe06f4163697e8e14d2442b98026fb5673bbb66909b022173d8b79934ed5286b46d7a15a8f0', '2026-11-26 03:18:39.735+00', '2026-11-26 03:18:39.735+00');
INSERT INTO public.user_sessions VALUES ('01a215dc-c579-77e6-9438-496eafa7071f', '01a215dc-c575-73db-a014-6b28cfaf2d90', 'BRY5rwWPyp8yPGzmUHjFMb8NUKzRB75q', '2026-12-03 03:18:39.737+00', '', 'node', '2026-11-26 03:18:39.737+00', '2026-11-26 03:18:39.737+00');
INSERT INTO public.users VALUES ('01a215dc-c575-73db-a014-6b28cfaf2d90', '01a215dc-c52d-7ee3-8df7-23ad69b64871', 'Ada', 'ada@example.com', false, NULL, '2026-11-26 03:18:39.732+00', '2026-11-26 03:18:39.732+00', NULL);
SELECT pg_catalog.setval('public.migrations_id_seq', 12, true);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_key_unique UNIQUE (developer_id, key);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_unique UNIQUE (hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.commits
    ADD CONSTRAINT commits_pkey PRIMARY KEY (developer_id, xid, fact);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_key_unique UNIQUE (developer_id, key);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.developer_claims
    ADD CONSTRAINT developer_claims_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.developers
    ADD CONSTRAINT developers_name_unique UNIQUE (name);
ALTER TABLE ONLY public.developers
    ADD CONSTRAINT developers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.goal_types
    ADD CONSTRAINT goal_types_key_unique UNIQUE (developer_id, key);
ALTER TABLE ONLY public.goal_types
    ADD CONSTRAINT goal_types_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.goals
    ADD CONSTRAINT goals_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (developer_id, key_hash);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.outcomes
    ADD CONSTRAINT outcomes_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.replica_marks
    ADD CONSTRAINT replica_marks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_name_unique UNIQUE (developer_id, name);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.revenues
    ADD CONSTRAINT revenues_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.rollup_deltas
    ADD CONSTRAINT rollup_deltas_pkey PRIMARY KEY (developer_id, id, fact);
ALTER TABLE ONLY public.rollups
    ADD CONSTRAINT rollups_pkey PRIMARY KEY (developer_id, cut, fact, grain, bucket, key);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_key_unique UNIQUE (developer_id, key);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (developer_id);
ALTER TABLE ONLY public.tools
    ADD CONSTRAINT tools_key_unique UNIQUE (developer_id, key);
ALTER TABLE ONLY public.tools
    ADD CONSTRAINT tools_pkey PRIMARY KEY (developer_id, id);
ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_account_unique UNIQUE (issuer, account_id);
ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_sessions
    ADD CONSTRAINT user_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_sessions
    ADD CONSTRAINT user_sessions_token_unique UNIQUE (token);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_developer_unique UNIQUE (developer_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_unique UNIQUE (email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE INDEX api_keys_developer_index ON public.api_keys USING btree (developer_id);
CREATE INDEX events_agent_id_index ON public.events USING btree (developer_id, agent_id, id) WHERE (agent_id IS NOT NULL);
CREATE INDEX events_customer_id_index ON public.events USING btree (developer_id, customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX events_occurred_at_index ON public.events USING btree (developer_id, occurred_at, id);
CREATE INDEX events_session_id_index ON public.events USING btree (developer_id, session_id, id) WHERE (session_id IS NOT NULL);
CREATE INDEX events_tool_id_index ON public.events USING btree (developer_id, tool_id, id) WHERE (tool_id IS NOT NULL);
CREATE INDEX goals_achieved_at_index ON public.goals USING btree (developer_id, achieved_at, id);
CREATE INDEX goals_agent_id_index ON public.goals USING btree (developer_id, agent_id, id) WHERE (agent_id IS NOT NULL);
CREATE INDEX goals_customer_id_index ON public.goals USING btree (developer_id, customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX goals_goal_type_id_index ON public.goals USING btree (developer_id, goal_type_id, id) WHERE (goal_type_id IS NOT NULL);
CREATE INDEX goals_session_id_index ON public.goals USING btree (developer_id, session_id, id) WHERE (session_id IS NOT NULL);
CREATE INDEX idempotency_keys_expires_at_index ON public.idempotency_keys USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX outcomes_agent_id_index ON public.outcomes USING btree (developer_id, agent_id, id) WHERE (agent_id IS NOT NULL);
CREATE INDEX outcomes_customer_id_index ON public.outcomes USING btree (developer_id, customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX outcomes_generated_at_index ON public.outcomes USING btree (developer_id, generated_at, id);
CREATE INDEX outcomes_goal_id_index ON public.outcomes USING btree (developer_id, goal_id, id) WHERE (goal_id IS NOT NULL);
CREATE INDEX outcomes_session_id_index ON public.outcomes USING btree (developer_id, session_id, id) WHERE (session_id IS NOT NULL);
CREATE INDEX outcomes_tool_id_index ON public.outcomes USING btree (developer_id, tool_id, id) WHERE (tool_id IS NOT NULL);
CREATE INDEX revenues_agent_id_index ON public.revenues USING btree (developer_id, agent_id, id) WHERE (agent_id IS NOT NULL);
CREATE INDEX revenues_customer_id_index ON public.revenues USING btree (developer_id, customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX revenues_goal_id_index ON public.revenues USING btree (developer_id, goal_id, id) WHERE (goal_id IS NOT NULL);
CREATE INDEX revenues_key_index ON public.revenues USING btree (developer_id, key, id) WHERE (key IS NOT NULL);
CREATE INDEX revenues_recorded_at_index ON public.revenues USING btree (developer_id, recorded_at, id);
CREATE INDEX revenues_session_id_index ON public.revenues USING btree (developer_id, session_id, id) WHERE (session_id IS NOT NULL);
CREATE INDEX sessions_agent_id_index ON public.sessions USING btree (developer_id, agent_id, id) WHERE (agent_id IS NOT NULL);
CREATE INDEX sessions_customer_id_index ON public.sessions USING btree (developer_id, customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX user_accounts_user_index ON public.user_accounts USING btree (user_id);
CREATE INDEX user_sessions_user_index ON public.user_sessions USING btree (user_id);
CREATE STATISTICS public.rollups_kinds (mcv) ON cut, fact, grain FROM public.rollups;

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
INSERT INTO public.agents VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 'support', 'Support desk', NULL, '{"tier":"gold"}', '2026-11-26 03:27:05.465017+00', '2026-11-26 03:27:05.84+00', NULL);
INSERT INTO public.agents VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7fbc-7363-9c76-6fab80409046', 'ada', 'Ada Lovelace', NULL, '{"phone":"555"}', '2026-11-26 03:27:06.170008+00', '2026-11-26 03:27:06.170008+00', '2026-11-26 03:27:06.199+00');
INSERT INTO public.api_keys VALUES ('01a215e4-6db1-7d03-b28b-792d2587ba23', '01a215e4-6d5c-74e7-96e1-01490881d756', 'Created from the command line', 'ot_live_wtwnNt', '\xa07910ae63a4e8515e780cc9eb102e5ba5a93864078bdde8a50c0c0ab1314df0', '{agents:read,agents:write,analytics:explain,analytics:read,customers:read,customers:write,events:read,events:write,goal-types:read,goal-types:write,goals:read,goals:write,outcomes:read,outcomes:write,reports:read,reports:write,revenues:read,revenues:write,sessions:read,tools:read,tools:write}', '2026-11-26 03:27:01.553+00', NULL, NULL, NULL, NULL);
INSERT INTO public.api_keys VALUES ('01a215e4-6a26-7892-9049-d17b10428b65', '01a215e4-6a1e-7e52-84a9-51235f321c8e', 'Created from the command line', 'ot_live_gsWefA', '\xcd1136dce92352e4b206f3657c7f5c4027b5f586638ca4ef544471952c3d1943', '{agents:read,agents:write,analytics:explain,analytics:read,customers:read,customers:write,events:read,events:write,goal-types:read,goal-types:write,goals:read,goals:write,outcomes:read,outcomes:write,reports:read,reports:write,revenues:read,revenues:write,sessions:read,tools:read,tools:write}', '2026-11-26 03:27:00.646+00', NULL, '2026-11-26 03:27:05.44294+00', NULL, NULL);
INSERT INTO public.commits VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '19420', 2, '{01a215e4-7ea8-7af9-a8d6-d4b31ae107b7}', '2026-11-26 03:27:05.897433+00');
INSERT INTO public.commits VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '19420', 4, '{01a215e4-7e9e-7626-9e77-ecd00ea0bfad}', '2026-11-26 03:27:05.897433+00');
INSERT INTO public.commits VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '19422', 4, '{01a215e4-7ee4-7a32-a5ff-3cc8faa8030d}', '2026-11-26 03:27:05.962444+00');
INSERT INTO public.commits VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '19423', 2, '{01a215e4-7f2a-7700-98c6-0e50856ab41f}', '2026-11-26 03:27:06.026625+00');
INSERT INTO public.commits VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '19423', 3, '{01a215e4-7f20-7a92-beaa-56c0ccbd24fc}', '2026-11-26 03:27:06.026625+00');
INSERT INTO public.commits VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '19425', 2, '{01a215e4-7f5c-78cd-aff2-9b78606c90e0}', '2026-11-26 03:27:06.079847+00');
INSERT INTO public.commits VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '19427', 1, '{01a215e4-7f8c-7ff7-b93e-8181a29209b3}', '2026-11-26 03:27:06.130956+00');
INSERT INTO public.commits VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '19428', 1, '{01a215e4-7fa4-79a7-a5ae-4a92f168aa95,01a215e4-7fa4-79a7-a5ae-4a93b3d85012}', '2026-11-26 03:27:06.148801+00');
INSERT INTO public.customers VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7d79-78a4-b999-248c5b27d144', 'acme', 'Acme', 'Anvils', NULL, '2026-11-26 03:27:05.588457+00', '2026-11-26 03:27:05.588457+00', NULL);
INSERT INTO public.customers VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7fa4-79a7-a5ae-4a94f26532de', 'left', NULL, NULL, NULL, '2026-11-26 03:27:06.148+00', '2026-11-26 03:27:06.148+00', NULL);
INSERT INTO public.customers VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7ffe-735a-a052-10a1694cee01', 'ada', 'Ada Lovelace', NULL, '{"phone":"555"}', '2026-11-26 03:27:06.223532+00', '2026-11-26 03:27:06.223532+00', '2026-11-26 03:27:06.392+00');
INSERT INTO public.developer_claims VALUES ('\xe2bd7c2e315855b00d3d4aa36a05ec1f3d36df672b0e965d9d229554cc84bc63', '01a215e4-6d5c-74e7-96e1-01490881d756', '2026-11-26 03:27:02.229+00', NULL, NULL);
INSERT INTO public.developers VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'records', 'free', '2026-11-26 03:27:00.63794+00');
INSERT INTO public.developers VALUES ('01a215e4-6d5c-74e7-96e1-01490881d756', 'unclaimed', 'free', '2026-11-26 03:27:01.467859+00');
INSERT INTO public.developers VALUES ('01a215e4-7a3a-7964-b191-6eb4aec4fcf2', 'ada@example.com', 'free', '2026-11-26 03:27:05.307065+00');
INSERT INTO public.events VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7e9e-7626-9e77-ecd00ea0bfad', '2026-11-26 03:27:05.892+00', NULL, '01a215e4-7e9e-7626-9e77-ecd16a90d5af', NULL, '01a215e4-7e19-79ba-9da6-e1798a2a0dbe', 'call', 'answer', 0.0125, 1200, 80, 'model', 'provider', '2026-01-02 10:30:00+00', '{"attempt":1}');
INSERT INTO public.events VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7ee4-7a32-a5ff-3cc8faa8030d', '2026-11-26 03:27:05.957+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', '01a215e4-7e9e-7626-9e77-ecd16a90d5af', '01a215e4-7d79-78a4-b999-248c5b27d144', NULL, 'note', NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-03 10:30:00+00', NULL);
INSERT INTO public.goal_types VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7dc8-7b5e-869e-2addc0bee548', 'resolved', 'Resolved', NULL, NULL, '2026-11-26 03:27:05.670973+00', '2026-11-26 03:27:05.670973+00', NULL, 12.5);
INSERT INTO public.goal_types VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-80c8-7867-8c84-591c05afcd67', 'ada', 'Ada Lovelace', NULL, '{"phone":"555"}', '2026-11-26 03:27:06.433396+00', '2026-11-26 03:27:06.433396+00', '2026-11-26 03:27:06.52+00', NULL);
INSERT INTO public.goals VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7f20-7a92-beaa-56c0ccbd24fc', '2026-11-26 03:27:06.016+00', '01a215e4-7dc8-7b5e-869e-2addc0bee548', '01a215e4-7d04-7b05-b4f8-4a547df3c509', '01a215e4-7f20-7a92-beaa-56c2d6c7b787', '01a215e4-7d79-78a4-b999-248c5b27d144', NULL, '2026-01-04 10:30:00+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '5a8f0120-17ac-a15e-95cc-b8c0852e10f1', 'df3f2ea2-0843-c09d-304e-259317e4c21b', NULL, '{"id":"01a215e4-7d04-7b05-b4f8-4a547df3c509","key":"support","name":"Support","description":null,"metadata":{"tier":"gold"},"createdAt":"2026-11-26T03:27:05.465Z","updatedAt":"2026-11-26T03:27:05.465Z"}', '2026-12-26 03:27:05.465+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '02757430-817e-5db8-0d7a-4ffd4713152e', 'ec324914-125a-f2ec-cc16-f43d6e229729', NULL, '{"id":"01a215e4-7d79-78a4-b999-248c5b27d144","key":"acme","name":"Acme","description":"Anvils","metadata":null,"createdAt":"2026-11-26T03:27:05.588Z","updatedAt":"2026-11-26T03:27:05.588Z"}', '2026-12-26 03:27:05.59+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'c5ebad75-c917-cffb-8dc0-ff6df027ec6d', '9ef57879-603e-4979-6c6f-72b2d5401945', NULL, '{"id":"01a215e4-7dc8-7b5e-869e-2addc0bee548","key":"resolved","name":"Resolved","description":null,"metadata":null,"createdAt":"2026-11-26T03:27:05.670Z","updatedAt":"2026-11-26T03:27:05.670Z","value":"12.5"}', '2026-12-26 03:27:05.671+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '0af6e05a-a4df-e736-4c2f-b64151d047f4', '4b096b67-a9e2-19db-3cec-732a9bb4b0d2', NULL, '{"id":"01a215e4-7e19-79ba-9da6-e1798a2a0dbe","key":"search","name":"Search","description":null,"metadata":null,"createdAt":"2026-11-26T03:27:05.744Z","updatedAt":"2026-11-26T03:27:05.744Z","value":"0.25"}', '2026-12-26 03:27:05.751+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'c592a144-7ba4-3a9f-a620-277cd9c77844', 'c2e81c12-b624-372d-a589-7740a886015d', NULL, '{"id":"01a215e4-7d04-7b05-b4f8-4a547df3c509","key":"support","name":"Support desk","description":null,"metadata":{"tier":"gold"},"createdAt":"2026-11-26T03:27:05.465Z","updatedAt":"2026-11-26T03:27:05.840Z"}', '2026-12-26 03:27:05.832+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'dff07140-f1e2-fafa-158a-93e86014f7a2', '6a63e325-86de-4dee-866f-6878924341df', '01a215e4-7e9e-7626-9e77-ecd00ea0bfad', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '4488fe16-9bdd-7f15-e398-57ce65825c1e', 'ea8eb599-e771-dff4-38a4-1edec14cb0c0', '01a215e4-7ee4-7a32-a5ff-3cc8faa8030d', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'e985512e-7ae3-f0d1-11c6-ce0a51d3f9b1', '91c88972-155c-3cdf-04ce-d328230f567d', '01a215e4-7f20-7a92-beaa-56c0ccbd24fc', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '8a425733-b8cd-cc1a-9dad-1651bb488276', 'bee87be6-018d-5727-30c2-dfe518081b9e', '01a215e4-7f5c-78cd-aff2-9b78606c90e0', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '2db5fc27-f9fe-6333-9ab9-b54d166c2390', 'e6258fe2-8e10-d46d-01c9-5f38fbcc5618', '01a215e4-7f8c-7ff7-b93e-8181a29209b3', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'd753d875-aeab-67a5-0450-1c834f0ae030', 'e6258fe2-8e10-d46d-01c9-5f38fbcc5618', '01a215e4-7f8c-7ff7-b93e-8181a29209b3', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '349e8ce7-c24a-46b0-e8eb-29797cf0e336', 'ed40de6b-430b-b18f-1e0b-efbe4ec8b5f6', '01a215e4-7fa4-79a7-a5ae-4a92f168aa95', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'b925b7b6-9134-51f7-07a3-16e6e63de802', '2fb758ab-07f6-136a-b8f4-f319a5252a13', '01a215e4-7fa4-79a7-a5ae-4a93b3d85012', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '806dad1b-d63c-f6f7-3c28-0840737d5013', '8d28c483-9af5-6590-883b-aa913b420f91', NULL, '{"id":"01a215e4-7fbc-7363-9c76-6fab80409046","key":"ada","name":"Ada Lovelace","description":null,"metadata":{"phone":"555"},"createdAt":"2026-11-26T03:27:06.170Z","updatedAt":"2026-11-26T03:27:06.170Z"}', '2026-12-26 03:27:06.17+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'a91d234e-fb0c-2323-cefd-57bcccb3b493', 'd9dea649-77e7-f84c-bc15-de55b9a791e1', NULL, '{"key":"ada","deleted":true}', '2026-12-26 03:27:06.194+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '0efc314f-3663-e08d-f210-2c448582cf58', '988a5411-54d9-a3ce-a15a-1bdd52cf0653', NULL, '{"id":"01a215e4-7ffe-735a-a052-10a1694cee01","key":"ada","name":"Ada Lovelace","description":null,"metadata":{"phone":"555"},"createdAt":"2026-11-26T03:27:06.223Z","updatedAt":"2026-11-26T03:27:06.223Z"}', '2026-12-26 03:27:06.228+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'f2ec21cb-b62d-1bfc-bc4a-122411593c12', 'ceaffb26-055c-a1ec-d6af-62ce57301edd', NULL, '{"key":"ada","deleted":true}', '2026-12-26 03:27:06.387+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 'ab26fd5c-ff9e-6cf3-a2b9-b3f31854b7c8', 'bbb245f7-3935-e850-326e-315f8ed11f48', NULL, '{"id":"01a215e4-80c8-7867-8c84-591c05afcd67","key":"ada","name":"Ada Lovelace","description":null,"metadata":{"phone":"555"},"createdAt":"2026-11-26T03:27:06.433Z","updatedAt":"2026-11-26T03:27:06.433Z","value":null}', '2026-12-26 03:27:06.436+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '4aa45e9d-8675-4463-550a-5a9203e4d48b', 'c66b9211-dfe9-1a44-b1a1-612f8ac2d32e', NULL, '{"key":"ada","deleted":true}', '2026-12-26 03:27:06.504+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '4d97ab00-826e-4bc6-71b7-182a02f028fe', '1cdf5a28-b111-f3bd-15a4-83cf8752320a', NULL, '{"id":"01a215e4-8128-7037-bbcc-68d1e0d873ff","key":"ada","name":"Ada Lovelace","description":null,"metadata":{"phone":"555"},"createdAt":"2026-11-26T03:27:06.535Z","updatedAt":"2026-11-26T03:27:06.535Z","value":null}', '2026-12-26 03:27:06.535+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '502c1ccb-f38b-c0ca-66bc-9954fd3e951d', '2aff883b-544f-3d33-d954-1ff064b9bb4f', NULL, '{"key":"ada","deleted":true}', '2026-12-26 03:27:06.549+00');
INSERT INTO public.idempotency_keys VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '58eedaad-6e27-0615-3f9b-8f3ce175b3ee', 'caf95409-ed91-978d-12a9-009953029652', NULL, '{"id":"01a215e4-8150-7827-9ee2-0f7980bb6f27","name":"Revenue","description":null,"document":"query { __typename }","variables":{},"createdAt":"2026-11-26T03:27:06.567Z","updatedAt":"2026-11-26T03:27:06.567Z"}', '2026-12-26 03:27:06.568+00');
INSERT INTO public.migrations VALUES (1, '001-initial-schema', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (2, '002-whole-rollups', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (3, '003-reports', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (4, '004-commits', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (5, '005-accounts', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (6, '006-session-indexes', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (7, '007-rollup-statistics', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (8, '008-replica-marks', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (9, '009-tenants', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (10, '010-rollup-deltas', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (11, '011-rotated-keys', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.migrations VALUES (12, '012-recording-users', '2026-11-26 03:26:59.536378+00');
INSERT INTO public.outcomes VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7ea8-7af9-a8d6-d4b31ae107b7', '2026-11-26 03:27:05.892+00', NULL, '01a215e4-7e9e-7626-9e77-ecd16a90d5af', NULL, '01a215e4-7e19-79ba-9da6-e1798a2a0dbe', NULL, 0.25, '2026-01-02 10:30:00+00');
INSERT INTO public.outcomes VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7f2a-7700-98c6-0e50856ab41f', '2026-11-26 03:27:06.016+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', '01a215e4-7f20-7a92-beaa-56c2d6c7b787', '01a215e4-7d79-78a4-b999-248c5b27d144', NULL, '01a215e4-7f20-7a92-beaa-56c0ccbd24fc', 12.5, '2026-01-04 10:30:00+00');
INSERT INTO public.outcomes VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7f5c-78cd-aff2-9b78606c90e0', '2026-11-26 03:27:06.076+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', '01a215e4-7f20-7a92-beaa-56c2d6c7b787', '01a215e4-7d79-78a4-b999-248c5b27d144', NULL, NULL, 3.5, '2026-01-05 10:30:00+00');
INSERT INTO public.reports VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-8150-7827-9ee2-0f7980bb6f27', 'Revenue', NULL, 'query { __typename }', '{}', '2026-11-26 03:27:06.567113+00', '2026-11-26 03:27:06.567113+00');
INSERT INTO public.revenues VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7f8c-7ff7-b93e-8181a29209b3', '2026-11-26 03:27:06.13+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', '01a215e4-7d79-78a4-b999-248c5b27d144', '01a215e4-7f20-7a92-beaa-56c2d6c7b787', 'invoice-1', 99.95, 'Stripe', NULL, NULL, 'Payment received', '2026-01-06 10:30:00+00');
INSERT INTO public.revenues VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7fa4-79a7-a5ae-4a92f168aa95', '2026-11-26 03:27:06.148+00', NULL, NULL, NULL, NULL, 0.000000001, 'Manual', NULL, NULL, NULL, '2026-01-07 10:30:00+00');
INSERT INTO public.revenues VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7fa4-79a7-a5ae-4a93b3d85012', '2026-11-26 03:27:06.148+00', NULL, '01a215e4-7fa4-79a7-a5ae-4a94f26532de', NULL, NULL, -5, 'Refund', NULL, NULL, NULL, '2026-01-31 10:30:00+00');
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 1, 15, '2026-01-06 10:30:00+00', '00000000-0000-0000-0000-000000000000', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 1, 15, '2026-01-07 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 1, 15, '2026-01-31 10:30:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 1, 1440, '2026-01-06 00:00:00+00', '00000000-0000-0000-0000-000000000000', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 1, 1440, '2026-01-31 00:00:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 2, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 2, 15, '2026-01-04 10:30:00+00', '00000000-0000-0000-0000-000000000000', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 2, 15, '2026-01-05 10:30:00+00', '00000000-0000-0000-0000-000000000000', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 2, 1440, '2026-01-04 00:00:00+00', '00000000-0000-0000-0000-000000000000', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 2, 1440, '2026-01-05 00:00:00+00', '00000000-0000-0000-0000-000000000000', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 3, 15, '2026-01-04 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 3, 1440, '2026-01-04 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 4, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 4, 15, '2026-01-03 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 0, 4, 1440, '2026-01-03 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 1, 15, '2026-01-06 10:30:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 1, 15, '2026-01-07 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 1, 15, '2026-01-31 10:30:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 1, 1440, '2026-01-06 00:00:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 1, 1440, '2026-01-31 00:00:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 2, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 2, 15, '2026-01-04 10:30:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 2, 15, '2026-01-05 10:30:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 2, 1440, '2026-01-04 00:00:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 2, 1440, '2026-01-05 00:00:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 3, 15, '2026-01-04 10:30:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 3, 1440, '2026-01-04 00:00:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 4, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 4, 15, '2026-01-03 10:30:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 1, 4, 1440, '2026-01-03 00:00:00+00', '01a215e4-7d04-7b05-b4f8-4a547df3c509', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 1, 1440, '2026-01-06 00:00:00+00', '01a215e4-7d79-78a4-b999-248c5b27d144', 99.95, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 1, 1440, '2026-01-31 00:00:00+00', '01a215e4-7fa4-79a7-a5ae-4a94f26532de', -5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 2, 1440, '2026-01-04 00:00:00+00', '01a215e4-7d79-78a4-b999-248c5b27d144', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 2, 1440, '2026-01-05 00:00:00+00', '01a215e4-7d79-78a4-b999-248c5b27d144', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 3, 1440, '2026-01-04 00:00:00+00', '01a215e4-7d79-78a4-b999-248c5b27d144', 0, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', 2, 4, 1440, '2026-01-03 00:00:00+00', '01a215e4-7d79-78a4-b999-248c5b27d144', 0, 1);
INSERT INTO public.sessions VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7e9e-7626-9e77-ecd16a90d5af', 'first', NULL, NULL, '2026-11-26 03:27:05.892+00', '2026-11-26 03:27:05.892+00', NULL);
INSERT INTO public.sessions VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7f20-7a92-beaa-56c2d6c7b787', 'second', '01a215e4-7d04-7b05-b4f8-4a547df3c509', '01a215e4-7d79-78a4-b999-248c5b27d144', '2026-11-26 03:27:06.016+00', '2026-11-26 03:27:06.016+00', NULL);
INSERT INTO public.tools VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-7e19-79ba-9da6-e1798a2a0dbe', 'search', 'Search', NULL, NULL, '2026-11-26 03:27:05.744831+00', '2026-11-26 03:27:05.744831+00', NULL, 0.25);
INSERT INTO public.tools VALUES ('01a215e4-6a1e-7e52-84a9-51235f321c8e', '01a215e4-8128-7037-bbcc-68d1e0d873ff', 'ada', 'Ada Lovelace', NULL, '{"phone":"555"}', '2026-11-26 03:27:06.53521+00', '2026-11-26 03:27:06.53521+00', '2026-11-26 03:27:06.551+00', NULL);
INSERT INTO public.user_accounts VALUES ('01a215e4-7c39-7155-bf12-ad87b226b7fd', '01a215e4-7c24-7a3a-af8e-9c34643c1183', 'local:credential', '01a215e4-7c24-7a3a-af8e-9c34643c1183', 'credential', '857cb7b19a64a56944063ed785490eb9:4dd9a0dfc3d2b42ac577753260af2b55d1e1bef243f8ef965f97fe11bd05c4459107b79e8177d1594edaff4520ef07449fa48e3b507e663cca499cd3052c543d', '2026-11-26 03:27:05.273+00', '2026-11-26 03:27:05.273+00');
INSERT INTO public.user_sessions VALUES ('01a215e4-7c3f-7d3a-83c3-99debf68e4aa', '01a215e4-7c24-7a3a-af8e-9c34643c1183', 'bmhtclAuetWmHZJs4g4Gq2zB4tY1DwZ8', '2026-12-03 03:27:05.279+00', '', 'node', '2026-11-26 03:27:05.279+00', '2026-11-26 03:27:05.279+00');
INSERT INTO public.users VALUES ('01a215e4-7c24-7a3a-af8e-9c34643c1183', '01a215e4-7a3a-7964-b191-6eb4aec4fcf2', 'Ada', 'ada@example.com', false, NULL, '2026-11-26 03:27:05.252+00', '2026-11-26 03:27:05.252+00', NULL);
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

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
INSERT INTO public.agents VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-16b4-79a1-ba88-b6cf556f5530', 'support', 'Support desk', NULL, '{"tier":"gold"}', '2026-11-26 03:16:49.456228+00', '2026-11-26 03:16:49.547+00', NULL);
INSERT INTO public.api_keys VALUES ('01a215db-0ee6-72b2-8694-5f41b232e28b', '01a215db-0ecc-7057-8614-904eb5895124', 'Created from the command line', 'ot_live_PtotPi', '\x12582af989a640b3f44ef2de0cec495c7b29ff513ae2aca601a1546a81c005ba', '{agents:read,agents:write,analytics:explain,analytics:read,customers:read,customers:write,events:read,events:write,goal-types:read,goal-types:write,goals:read,goals:write,outcomes:read,outcomes:write,reports:read,reports:write,revenues:read,revenues:write,sessions:read,tools:read,tools:write}', '2026-11-26 03:16:47.462+00', NULL, NULL, NULL, NULL);
INSERT INTO public.api_keys VALUES ('01a215db-0d95-71bb-ae35-9c8cdb51fb90', '01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 'Created from the command line', 'ot_live_vFZIpq', '\xe9caad85636259d64e5e2e9ab9385ef8b1c4d3749de13c65529e9ddec2b29cc4', '{agents:read,agents:write,analytics:explain,analytics:read,customers:read,customers:write,events:read,events:write,goal-types:read,goal-types:write,goals:read,goals:write,outcomes:read,outcomes:write,reports:read,reports:write,revenues:read,revenues:write,sessions:read,tools:read,tools:write}', '2026-11-26 03:16:47.126+00', NULL, '2026-11-26 03:16:49.446958+00', NULL, NULL);
INSERT INTO public.commits VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '18455', 2, '{01a215db-1714-787e-8e32-44415ebe1041}', '2026-11-26 03:16:49.557062+00');
INSERT INTO public.commits VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '18455', 4, '{01a215db-1712-7b2a-b743-0317ecc9f8e1}', '2026-11-26 03:16:49.557062+00');
INSERT INTO public.commits VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '18456', 4, '{01a215db-1722-77d8-89bd-e8afec4fbaa6}', '2026-11-26 03:16:49.571668+00');
INSERT INTO public.commits VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '18457', 2, '{01a215db-1730-7fde-80d7-5550c633a798}', '2026-11-26 03:16:49.584447+00');
INSERT INTO public.commits VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '18457', 3, '{01a215db-172f-78cf-9a16-dc41fb0ad1c5}', '2026-11-26 03:16:49.584447+00');
INSERT INTO public.commits VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '18458', 2, '{01a215db-173b-7879-9dcd-6245a162c970}', '2026-11-26 03:16:49.596204+00');
INSERT INTO public.commits VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '18459', 1, '{01a215db-1741-7ef7-aae6-6824234dc0ef}', '2026-11-26 03:16:49.603018+00');
INSERT INTO public.commits VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '18460', 1, '{01a215db-174b-7a2c-823c-02a1e997037d,01a215db-174b-7a2c-823c-02a26b5ac6dd}', '2026-11-26 03:16:49.612352+00');
INSERT INTO public.customers VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-16d5-7c57-8453-7f965ec6a4e5', 'acme', 'Acme', 'Anvils', NULL, '2026-11-26 03:16:49.492126+00', '2026-11-26 03:16:49.492126+00', NULL);
INSERT INTO public.customers VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-174b-7a2c-823c-02a370600dee', 'left', NULL, NULL, NULL, '2026-11-26 03:16:49.611+00', '2026-11-26 03:16:49.611+00', NULL);
INSERT INTO public.customers VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-1752-7db5-a7f8-c19824c91683', 'left-too', 'Ada Lovelace', NULL, '{"phone":"555"}', '2026-11-26 03:16:49.617985+00', '2026-11-26 03:16:49.617985+00', '2026-11-26 03:16:49.629+00');
INSERT INTO public.developer_claims VALUES ('\xf8397d22b5476d5d3837edcc4e72d4ba71eb51eb112b422d9d959022d8ac8d4f', '01a215db-0ecc-7057-8614-904eb5895124', '2026-11-26 03:16:47.829+00', NULL, NULL);
INSERT INTO public.developers VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 'records', 'free', '2026-11-26 03:16:47.11806+00');
INSERT INTO public.developers VALUES ('01a215db-0ecc-7057-8614-904eb5895124', 'unclaimed', 'free', '2026-11-26 03:16:47.433851+00');
INSERT INTO public.developers VALUES ('01a215db-1563-7e50-b943-0741d2798fe2', 'ada@example.com', 'free', '2026-11-26 03:16:49.391126+00');
INSERT INTO public.events VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-1712-7b2a-b743-0317ecc9f8e1', '2026-11-26 03:16:49.555+00', NULL, '01a215db-1712-7b2a-b743-03181e49f4ef', NULL, '01a215db-16f7-783b-aa76-a0089363d24f', 'call', 'answer', 0.0125, 1200, 80, 'model', 'provider', '2026-01-02 10:30:00+00', '{"attempt":1}');
INSERT INTO public.events VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-1722-77d8-89bd-e8afec4fbaa6', '2026-11-26 03:16:49.57+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', '01a215db-1712-7b2a-b743-03181e49f4ef', '01a215db-16d5-7c57-8453-7f965ec6a4e5', NULL, 'note', NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-03 10:30:00+00', NULL);
INSERT INTO public.goal_types VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-16e9-75ff-a30e-538ebee05e85', 'resolved', 'Resolved', NULL, NULL, '2026-11-26 03:16:49.512737+00', '2026-11-26 03:16:49.512737+00', NULL, 12.5);
INSERT INTO public.goals VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-172f-78cf-9a16-dc41fb0ad1c5', '2026-11-26 03:16:49.583+00', '01a215db-16e9-75ff-a30e-538ebee05e85', '01a215db-16b4-79a1-ba88-b6cf556f5530', '01a215db-172f-78cf-9a16-dc43f1497903', '01a215db-16d5-7c57-8453-7f965ec6a4e5', NULL, '2026-01-04 10:30:00+00');
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '843ccacb-eee1-65a8-7973-5dfe4945edb4', 'df3f2ea2-0843-c09d-304e-259317e4c21b', NULL, '{"id":"01a215db-16b4-79a1-ba88-b6cf556f5530","key":"support","name":"Support","description":null,"metadata":{"tier":"gold"},"createdAt":"2026-11-26T03:16:49.456Z","updatedAt":"2026-11-26T03:16:49.456Z"}', '2026-12-26 03:16:49.456+00');
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '12c56cd7-bdc4-d222-165c-829bf2ac0486', 'ec324914-125a-f2ec-cc16-f43d6e229729', NULL, '{"id":"01a215db-16d5-7c57-8453-7f965ec6a4e5","key":"acme","name":"Acme","description":"Anvils","metadata":null,"createdAt":"2026-11-26T03:16:49.492Z","updatedAt":"2026-11-26T03:16:49.492Z"}', '2026-12-26 03:16:49.492+00');
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '6fc82db0-0939-db09-550d-60e506a239d6', '9ef57879-603e-4979-6c6f-72b2d5401945', NULL, '{"id":"01a215db-16e9-75ff-a30e-538ebee05e85","key":"resolved","name":"Resolved","description":null,"metadata":null,"createdAt":"2026-11-26T03:16:49.512Z","updatedAt":"2026-11-26T03:16:49.512Z","value":"12.5"}', '2026-12-26 03:16:49.512+00');
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 'f7529b2b-0c9b-1435-e618-bd61614060c0', '4b096b67-a9e2-19db-3cec-732a9bb4b0d2', NULL, '{"id":"01a215db-16f7-783b-aa76-a0089363d24f","key":"search","name":"Search","description":null,"metadata":null,"createdAt":"2026-11-26T03:16:49.526Z","updatedAt":"2026-11-26T03:16:49.526Z","value":"0.25"}', '2026-12-26 03:16:49.527+00');
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '8157ed8b-f4df-7ba4-44b3-e3fc2e8496d0', 'c2e81c12-b624-372d-a589-7740a886015d', NULL, '{"id":"01a215db-16b4-79a1-ba88-b6cf556f5530","key":"support","name":"Support desk","description":null,"metadata":{"tier":"gold"},"createdAt":"2026-11-26T03:16:49.456Z","updatedAt":"2026-11-26T03:16:49.547Z"}', '2026-12-26 03:16:49.543+00');
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '4322c531-12be-9a3b-df65-8be94499f8ef', '6a63e325-86de-4dee-866f-6878924341df', '01a215db-1712-7b2a-b743-0317ecc9f8e1', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '99e5150d-1d27-9108-9ff5-dc3543280680', 'ea8eb599-e771-dff4-38a4-1edec14cb0c0', '01a215db-1722-77d8-89bd-e8afec4fbaa6', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '04ede1af-7c74-a978-4296-f43fddb5c3d2', '91c88972-155c-3cdf-04ce-d328230f567d', '01a215db-172f-78cf-9a16-dc41fb0ad1c5', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 'b662f1e9-ca53-af4b-ecc2-a99172bfd477', 'bee87be6-018d-5727-30c2-dfe518081b9e', '01a215db-173b-7879-9dcd-6245a162c970', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '68b7721f-2c88-026c-6e72-52ee5d8af33f', '887e9754-fb59-83f9-f8fe-d16507ee044d', '01a215db-1741-7ef7-aae6-6824234dc0ef', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 'bbe5e2db-bce9-d587-d82a-81ec54cf7fa2', '887e9754-fb59-83f9-f8fe-d16507ee044d', '01a215db-1741-7ef7-aae6-6824234dc0ef', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '31d67cd6-5b97-0759-f644-8c9e650366b3', 'ed40de6b-430b-b18f-1e0b-efbe4ec8b5f6', '01a215db-174b-7a2c-823c-02a1e997037d', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 'e68453a4-4c75-2969-301f-c2f2ba355a41', '2fb758ab-07f6-136a-b8f4-f319a5252a13', '01a215db-174b-7a2c-823c-02a26b5ac6dd', NULL, NULL);
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '82c41f9d-2f1a-94e9-b829-a031e8921c2a', '14e6ce0d-2711-ed0a-510c-e77fa8842383', NULL, '{"id":"01a215db-1752-7db5-a7f8-c19824c91683","key":"left-too","name":"Ada Lovelace","description":null,"metadata":{"phone":"555"},"createdAt":"2026-11-26T03:16:49.617Z","updatedAt":"2026-11-26T03:16:49.617Z"}', '2026-12-26 03:16:49.618+00');
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '6df3160c-564c-ac5e-dcc4-1a5102ed311b', 'f4a644c2-bd8f-05e5-4434-e3c546a30969', NULL, '{"key":"left-too","deleted":true}', '2026-12-26 03:16:49.626+00');
INSERT INTO public.idempotency_keys VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '0cabf5cb-5852-5624-b3bb-13c330e960c7', 'caf95409-ed91-978d-12a9-009953029652', NULL, '{"id":"01a215db-1770-74f0-8323-f880201c9792","name":"Revenue","description":null,"document":"query { __typename }","variables":{},"createdAt":"2026-11-26T03:16:49.641Z","updatedAt":"2026-11-26T03:16:49.641Z"}', '2026-12-26 03:16:49.641+00');
INSERT INTO public.migrations VALUES (1, '001-initial-schema', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (2, '002-whole-rollups', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (3, '003-reports', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (4, '004-commits', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (5, '005-accounts', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (6, '006-session-indexes', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (7, '007-rollup-statistics', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (8, '008-replica-marks', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (9, '009-tenants', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (10, '010-rollup-deltas', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (11, '011-rotated-keys', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.migrations VALUES (12, '012-recording-users', '2026-11-26 03:16:46.69375+00');
INSERT INTO public.outcomes VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-1714-787e-8e32-44415ebe1041', '2026-11-26 03:16:49.555+00', NULL, '01a215db-1712-7b2a-b743-03181e49f4ef', NULL, '01a215db-16f7-783b-aa76-a0089363d24f', NULL, 0.25, '2026-01-02 10:30:00+00');
INSERT INTO public.outcomes VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-1730-7fde-80d7-5550c633a798', '2026-11-26 03:16:49.583+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', '01a215db-172f-78cf-9a16-dc43f1497903', '01a215db-16d5-7c57-8453-7f965ec6a4e5', NULL, '01a215db-172f-78cf-9a16-dc41fb0ad1c5', 12.5, '2026-01-04 10:30:00+00');
INSERT INTO public.outcomes VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-173b-7879-9dcd-6245a162c970', '2026-11-26 03:16:49.595+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', '01a215db-172f-78cf-9a16-dc43f1497903', '01a215db-16d5-7c57-8453-7f965ec6a4e5', NULL, NULL, 3.5, '2026-01-05 10:30:00+00');
INSERT INTO public.reports VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-1770-74f0-8323-f880201c9792', 'Revenue', NULL, 'query { __typename }', '{}', '2026-11-26 03:16:49.641685+00', '2026-11-26 03:16:49.641685+00');
INSERT INTO public.revenues VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-1741-7ef7-aae6-6824234dc0ef', '2026-11-26 03:16:49.602+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', '01a215db-16d5-7c57-8453-7f965ec6a4e5', '01a215db-172f-78cf-9a16-dc43f1497903', 'invoice-1', 99.90, 'Stripe', NULL, NULL, 'Payment received', '2026-01-06 10:30:00+00');
INSERT INTO public.revenues VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-174b-7a2c-823c-02a1e997037d', '2026-11-26 03:16:49.611+00', NULL, NULL, NULL, NULL, 0.000000001, 'Manual', NULL, NULL, NULL, '2026-01-07 10:30:00+00');
INSERT INTO public.revenues VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-174b-7a2c-823c-02a26b5ac6dd', '2026-11-26 03:16:49.611+00', NULL, '01a215db-174b-7a2c-823c-02a370600dee', NULL, NULL, -5, 'Refund', NULL, NULL, NULL, '2026-01-31 10:30:00+00');
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 1, 15, '2026-01-06 10:30:00+00', '00000000-0000-0000-0000-000000000000', 99.90, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 1, 15, '2026-01-07 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 1, 15, '2026-01-31 10:30:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 1, 1440, '2026-01-06 00:00:00+00', '00000000-0000-0000-0000-000000000000', 99.90, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 1, 1440, '2026-01-31 00:00:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 2, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 2, 15, '2026-01-04 10:30:00+00', '00000000-0000-0000-0000-000000000000', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 2, 15, '2026-01-05 10:30:00+00', '00000000-0000-0000-0000-000000000000', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 2, 1440, '2026-01-04 00:00:00+00', '00000000-0000-0000-0000-000000000000', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 2, 1440, '2026-01-05 00:00:00+00', '00000000-0000-0000-0000-000000000000', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 3, 15, '2026-01-04 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 3, 1440, '2026-01-04 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 4, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 4, 15, '2026-01-03 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 0, 4, 1440, '2026-01-03 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 1, 15, '2026-01-06 10:30:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 99.90, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 1, 15, '2026-01-07 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 1, 15, '2026-01-31 10:30:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 1, 1440, '2026-01-06 00:00:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 99.90, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 1, 1440, '2026-01-31 00:00:00+00', '00000000-0000-0000-0000-000000000000', -5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 2, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 2, 15, '2026-01-04 10:30:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 2, 15, '2026-01-05 10:30:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 2, 1440, '2026-01-04 00:00:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 2, 1440, '2026-01-05 00:00:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 3, 15, '2026-01-04 10:30:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 3, 1440, '2026-01-04 00:00:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 4, 15, '2026-01-02 10:30:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 4, 15, '2026-01-03 10:30:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 1, 4, 1440, '2026-01-03 00:00:00+00', '01a215db-16b4-79a1-ba88-b6cf556f5530', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 1, 1440, '2026-01-06 00:00:00+00', '01a215db-16d5-7c57-8453-7f965ec6a4e5', 99.90, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 1, 1440, '2026-01-07 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.000000001, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 1, 1440, '2026-01-31 00:00:00+00', '01a215db-174b-7a2c-823c-02a370600dee', -5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 2, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.25, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 2, 1440, '2026-01-04 00:00:00+00', '01a215db-16d5-7c57-8453-7f965ec6a4e5', 12.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 2, 1440, '2026-01-05 00:00:00+00', '01a215db-16d5-7c57-8453-7f965ec6a4e5', 3.5, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 3, 1440, '2026-01-04 00:00:00+00', '01a215db-16d5-7c57-8453-7f965ec6a4e5', 0, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 4, 1440, '2026-01-02 00:00:00+00', '00000000-0000-0000-0000-000000000000', 0.0125, 1);
INSERT INTO public.rollups VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', 2, 4, 1440, '2026-01-03 00:00:00+00', '01a215db-16d5-7c57-8453-7f965ec6a4e5', 0, 1);
INSERT INTO public.sessions VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-1712-7b2a-b743-03181e49f4ef', 'first', NULL, NULL, '2026-11-26 03:16:49.555+00', '2026-11-26 03:16:49.555+00', NULL);
INSERT INTO public.sessions VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-172f-78cf-9a16-dc43f1497903', 'second', '01a215db-16b4-79a1-ba88-b6cf556f5530', '01a215db-16d5-7c57-8453-7f965ec6a4e5', '2026-11-26 03:16:49.583+00', '2026-11-26 03:16:49.583+00', NULL);
INSERT INTO public.tools VALUES ('01a215db-0d8e-7dd0-bfb9-f2e96af604c2', '01a215db-16f7-783b-aa76-a0089363d24f', 'search', 'Search', NULL, NULL, '2026-11-26 03:16:49.526931+00', '2026-11-26 03:16:49.526931+00', NULL, 0.25);
INSERT INTO public.user_accounts VALUES ('01a215db-165d-7262-8a7a-f11c51c910bf', '01a215db-1658-70d9-8664-a8723b602cf7', 'local:credential', '01a215db-1658-70d9-8664-a8723b602cf7', 'credential', 'ba876f72d1d6512b8835550f61c0aa55:96c60034b7db8607fca9629fce5285cf1a8f5e5f50b5f7cdec95674fc4746a94288d4984615bece7ffe6d91c6420a2bbed322c8294a5bafe81b58937e55421b8', '2026-11-26 03:16:49.372+00', '2026-11-26 03:16:49.372+00');
INSERT INTO public.user_sessions VALUES ('01a215db-1661-76f7-ad8d-03a513109df7', '01a215db-1658-70d9-8664-a8723b602cf7', 'KobbjGs9jxfm1NSEmDciA7VyJusUXFNS', '2026-12-03 03:16:49.376+00', '', 'node', '2026-11-26 03:16:49.377+00', '2026-11-26 03:16:49.377+00');
INSERT INTO public.users VALUES ('01a215db-1658-70d9-8664-a8723b602cf7', '01a215db-1563-7e50-b943-0741d2798fe2', 'Ada', 'ada@example.com', false, NULL, '2026-11-26 03:16:49.367+00', '2026-11-26 03:16:49.367+00', NULL);
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

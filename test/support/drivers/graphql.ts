import type { ErrorDetail, Revenue } from '@outturn/service';
import { type Call, type Connect, type Correction, type Page, parse, type Result } from './driver.ts';
import { type Answer, isReplay, send } from './http.ts';

const revenueFields =
  'id key amount source agentId agentKey customerId customerKey sessionKey goalId eventId description metadata recordedAt refundOf status version createdAt updatedAt';

const recordRevenue = `mutation ($input: RecordRevenueInput!) { recordRevenue(input: $input) { ${revenueFields} } }`;
const correctRevenue = `mutation ($input: CorrectRevenueInput!) { correctRevenue(input: $input) {
  id kind recordId action reason version before { ${revenueFields} } after { ${revenueFields} }
  causeId runId createdBy { kind id } createdAt } }`;
const refundRevenue = `mutation ($input: RefundRevenueInput!) { refundRevenue(input: $input) { ${revenueFields} } }`;
const listRevenues = `query ($first: Int, $after: String) { revenues(first: $first, after: $after) {
  edges { node { ${revenueFields} } } pageInfo { hasNextPage endCursor } } }`;
const getRevenue = `query ($id: ID!) { revenue(id: $id) { ${revenueFields} } }`;

type Connection = {
  edges: { node: Revenue }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

type WireError = {
  message: string;
  extensions: { code: string; status: number; details?: ErrorDetail[] };
};

type GraphqlAnswer<T> = { data?: T | null; errors?: WireError[] };

/** GraphQL `/graphql`. */
export const connectGraphql: Connect = (url, token) => {
  const run = <T>(query: string, variables: unknown, call?: Call) =>
    sendDocument<T>(url, { query, variables }, { token, ...call });
  return {
    async record(input, call) {
      const result = await run<{ recordRevenue: Revenue }>(recordRevenue, { input }, call);
      return result.ok ? { ...result, value: result.value.recordRevenue } : result;
    },
    async correct(input, call) {
      const result = await run<{ correctRevenue: Correction }>(correctRevenue, { input }, call);
      return result.ok ? { ...result, value: result.value.correctRevenue } : result;
    },
    async refund(input, call) {
      const result = await run<{ refundRevenue: Revenue }>(refundRevenue, { input }, call);
      return result.ok ? { ...result, value: result.value.refundRevenue } : result;
    },
    async list({ limit, cursor } = {}, call) {
      const result = await run<{ revenues: Connection }>(listRevenues, { first: limit, after: cursor }, call);
      return result.ok ? { ...result, value: toPage(result.value.revenues) } : result;
    },
    async get(id, call) {
      const result = await run<{ revenue: Revenue }>(getRevenue, { id }, call);
      return result.ok ? { ...result, value: result.value.revenue } : result;
    },
    callUnknown: (call) => run('{ nothing }', {}, call),
    recordText: async (body, call) => toResult(await send(`${url}/graphql`, { token, ...call, body })),
  };
};

/** Sends one document. Any error makes it a failure with the first one. */
export async function sendDocument<T>(
  url: string,
  document: { query: string; variables?: unknown },
  call: Call,
): Promise<Result<T>> {
  return toResult<T>(await send(`${url}/graphql`, { ...call, body: JSON.stringify(document) }));
}

function toResult<T>({ text, headers }: Answer): Result<T> {
  const { data, errors } = parse<GraphqlAnswer<T>>(text);
  const [error] = errors ?? [];
  if (error) {
    const { code, status, details } = error.extensions;
    return { ok: false, code, message: error.message, status, details };
  }
  if (!data) throw new Error(`neither data nor errors: ${text}`);
  return { ok: true, value: data, replayed: isReplay(headers) };
}

function toPage({ edges, pageInfo }: Connection): Page {
  return {
    items: edges.map(({ node }) => node),
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

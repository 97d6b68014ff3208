import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sendError } from '@outturn/rest';
import { OutturnError } from '@outturn/service';
import { createMiddleware } from 'hono/factory';
import { Registry } from 'prom-client';
import type { GatewayEnv } from './caller/open-exchange.ts';
import { isFromLoopback, isLoopbackHost } from './loopback.ts';

type MetricsRouteOptions = {
  readMetrics: () => Promise<string>;
  /** Bearer token. If unset, only local programs that use a loopback name may read. */
  token: string | undefined;
};

/** Returns 404 to callers that may not read the metrics. */
export function metricsRoute({ readMetrics, token }: MetricsRouteOptions) {
  return createMiddleware<GatewayEnv>(async (c) => {
    const { incoming } = c.env;
    const mayRead = token === undefined ? isLocal(incoming) : isBearer(incoming, token);
    if (!mayRead) {
      return sendError(c, new OutturnError('Not Found', { message: 'There is nothing at /metrics.' }));
    }
    return c.body(await readMetrics(), 200, {
      'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE,
      'Cache-Control': 'no-store',
    });
  });
}

const forwarding = /^(x-forwarded-.+|x-real-ip|forwarded|via)$/;

/** nginx with only `proxy_pass` adds no such header and sends a loopback `Host`, but it uses HTTP/1.0. */
function isLocal(incoming: IncomingMessage): boolean {
  const { headers, httpVersion } = incoming;
  const isDirect = httpVersion !== '1.0' && !Object.keys(headers).some((name) => forwarding.test(name));
  return isDirect && isFromLoopback(incoming) && isLoopbackHost(headers.host);
}

function isBearer({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

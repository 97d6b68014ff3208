import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sendError } from '@outturn/rest';
import { OutturnError } from '@outturn/service';
import { createMiddleware } from 'hono/factory';
import { Registry } from 'prom-client';
import type { GatewayEnv } from './caller/open-exchange.ts';
import { isFromLoopback, isLoopbackHost } from './loopback.ts';

type MetricsRouteOptions = {
  /** All metrics, in the text format of Prometheus. */
  readMetrics: () => Promise<string>;
  /** Bearer token of readers. Unset: only programs of this machine read, by a loopback name. */
  token: string | undefined;
};

/** Answers `GET /metrics`, with 404 for callers that may not read it. */
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

/** Headers by which proxies name the caller for whom they speak. */
const forwarding = /^(x-forwarded-.+|x-real-ip|forwarded|via)$/;

/** nginx, set up with `proxy_pass` alone, adds none of these and sends a loopback `Host`, but over HTTP/1.0. */
function isLocal(incoming: IncomingMessage): boolean {
  const { headers, httpVersion } = incoming;
  const isDirect = httpVersion !== '1.0' && !Object.keys(headers).some((name) => forwarding.test(name));
  return isDirect && isFromLoopback(incoming) && isLoopbackHost(headers.host);
}

function isBearer({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sendError } from '@outturn/rest';
import { OutturnError } from '@outturn/service';
import { createMiddleware } from 'hono/factory';
import { Registry } from 'prom-client';
import type { GatewayEnv } from '../caller/identify.ts';

type MetricsRouteOptions = {
  /** All metrics, in the text format of Prometheus. */
  readMetrics: () => Promise<string>;
  /** Whoever sends it as a bearer token may read. Unset: whoever calls from this machine, without a proxy between. */
  token: string | undefined;
};

/** Answers `GET /metrics` to those who may read it; to others it is not there. */
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

/** A proxy on this machine calls from it, too, but for others, as it says in one of these. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  return isLoopback && !forwarding.some((name) => headers[name] !== undefined);
}

function isBearer({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

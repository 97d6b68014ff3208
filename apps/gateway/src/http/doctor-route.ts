import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { sendError } from '@outturn/rest';
import { OutturnError } from '@outturn/service';
import { createMiddleware } from 'hono/factory';
import { version } from '../observability/version.ts';
import type { GatewayEnv } from './caller/open-exchange.ts';

export const DOCTOR_PATH = '/doctor';
export const DOCTOR_HEADER = 'x-outturn-doctor';

/** How a gateway sees the request that `outturn doctor` sends through the proxies. */
export type GatewayView = {
  version: string;
  publicUrl: string | null;
  trustedProxies: number;
  /** Entries of `X-Forwarded-For`. */
  proxies: number;
};

type DoctorRouteOptions = { secret: string; publicUrl: string | undefined; trustedProxies: number };

/** Proves that the caller knows the session secret. Its holder learns how the gateway sees its own requests, and no more. */
export function doctorToken(secret: string): string {
  return createHmac('sha256', secret).update('outturn doctor').digest('base64url');
}

/** Returns 404 to other callers. */
export function doctorRoute({ secret, publicUrl, trustedProxies }: DoctorRouteOptions) {
  const expected = digest(doctorToken(secret));
  return createMiddleware<GatewayEnv>(async (c) => {
    const { headers } = c.env.incoming;
    if (!timingSafeEqual(digest(String(headers[DOCTOR_HEADER] ?? '')), expected))
      return sendError(c, new OutturnError('Not Found', { message: `There is nothing at ${DOCTOR_PATH}.` }));
    const forwarded = String(headers['x-forwarded-for'] ?? '');
    const view: GatewayView = {
      version,
      publicUrl: publicUrl ?? null,
      trustedProxies,
      proxies: forwarded === '' ? 0 : forwarded.split(',').length,
    };
    return c.json(view, 200, { 'Cache-Control': 'no-store' });
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { DOCTOR_HEADER, DOCTOR_PATH, doctorToken, type GatewayView } from '../../http/doctor-route.ts';
import { checkPublicUrl } from '../../process/check-public-url.ts';
import { findSessionSecret } from '../../process/session-secret.ts';
import type { Settings } from '../../process/settings.ts';
import { type Check, error, type Finding, ok, warning, warningsOf } from './check.ts';
import { type Answer, ask, explainFailure } from './https-request.ts';

const DAY = 86_400_000;
/** Days. Certificates are renewed a month before their end. */
const SOON = 14;

export const checkReachability: Check = {
  name: 'public URL',
  async run({ settings }) {
    const { publicUrl } = settings;
    const found = await warningsOf((warnings) => checkPublicUrl(settings, warnings));
    if (publicUrl === undefined) return found;
    let answer: Answer;
    try {
      answer = await ask(`${publicUrl}/healthz`);
    } catch (cause) {
      return [...found, error(explainFailure(publicUrl, cause))];
    }
    const refusal = refusalOf(publicUrl, answer);
    if (refusal !== undefined) return [...found, error(refusal)];
    const problems = [
      ...found,
      ...expiryOf(publicUrl, answer),
      ...(await problemsBehind(publicUrl, settings)),
    ];
    return problems.length > 0 ? problems : [ok(`${publicUrl} leads to a gateway of these settings.`)];
  },
};

function refusalOf(publicUrl: string, { status, location, body }: Answer): string | undefined {
  if (location !== undefined)
    return `PUBLIC_URL (${publicUrl}) redirects to ${location}. Set it to the address at which people arrive.`;
  if (status >= 500)
    return `A proxy at ${publicUrl} answers ${status} for /healthz. Start the gateway behind it, or correct its address there.`;
  if (status !== 200 || !body.includes('"status":"ok"'))
    return `Another program than Outturn answers at PUBLIC_URL (${publicUrl}). Correct it, or the proxy there.`;
  return undefined;
}

function expiryOf(publicUrl: string, { validTo }: Answer): Finding[] {
  if (validTo === undefined) return [];
  const days = Math.floor((validTo.getTime() - Date.now()) / DAY);
  if (days >= SOON) return [];
  return [warning(`The certificate of ${publicUrl} ends in ${days} days. Renew it.`)];
}

/** Asks the gateway how it sees a request that comes through the proxies. */
async function problemsBehind(publicUrl: string, settings: Settings): Promise<Finding[]> {
  const secret = await findSessionSecret(settings).catch(() => undefined);
  if (secret === undefined) return [];
  const { status, body } = await ask(`${publicUrl}${DOCTOR_PATH}`, { [DOCTOR_HEADER]: doctorToken(secret) });
  if (status !== 200)
    return [
      error(
        `The gateway at ${publicUrl} has another session secret. Give every gateway, and this command, the same SESSION_SECRET.`,
      ),
    ];
  const view = JSON.parse(body) as GatewayView;
  return [...ownNameOf(publicUrl, view), ...proxiesOf(publicUrl, view)];
}

function ownNameOf(publicUrl: string, view: GatewayView): Finding[] {
  if (view.publicUrl === publicUrl) return [];
  const own = view.publicUrl === null ? 'without PUBLIC_URL' : `with PUBLIC_URL=${view.publicUrl}`;
  return [error(`The gateway at ${publicUrl} was started ${own}, so browsers cannot sign in. Restart it.`)];
}

function proxiesOf(publicUrl: string, { proxies, trustedProxies }: GatewayView): Finding[] {
  if (proxies === 0 && trustedProxies === 0 && publicUrl.startsWith('https:'))
    return [
      warning(
        `The proxy at ${publicUrl} sends no X-Forwarded-For, so all callers share one address and its limits. Let it send the address of the caller, and set TRUST_PROXY=1.`,
      ),
    ];
  if (proxies === trustedProxies) return [];
  return [
    warning(
      `Requests to ${publicUrl} arrive with ${proxies} addresses in X-Forwarded-For, and the gateway has TRUST_PROXY=${trustedProxies}. Set TRUST_PROXY=${proxies}, if each proxy in front adds one address.`,
    ),
  ];
}

import type { Secret } from './used.ts';

const apiKey = /\bot_live_\w{12,}/g;
/** Fields of bodies, batches and variables, in JSON. */
const field = /"(idempotencyKey|password|currentPassword|newPassword)"\s*:\s*("(?:[^"\\]|\\.){1,400}")/g;
/** The field of a claim: 32 bytes in base64url. */
const claim = /"token"\s*:\s*"([\w-]{43})"/g;
/** An argument of a GraphQL document, which is itself a text in JSON. */
const argument = /idempotencyKey:\s*\\"([^"\\]{1,255})\\"/g;

/** The secrets in a body, or in a URL, which may contain a body. */
export function findInText(text: string): Secret[] {
  return [
    ...findApiKeys(text),
    ...text.matchAll(field).map(([, name, value = '']) => ({
      kind: name === 'idempotencyKey' ? 'idempotency key' : 'password',
      value: unquote(value),
    })),
    ...text.matchAll(claim).map(([, value = '']) => ({ kind: 'claim token', value })),
    ...text.matchAll(argument).map(([, value = '']) => ({ kind: 'idempotency key', value })),
  ];
}

function findApiKeys(text: string): Secret[] {
  return Array.from(text.matchAll(apiKey), ([value]) => ({ kind: 'API key', value }));
}

type Headers = NodeJS.Dict<string | string[]>;

/** The secrets of the head of a request. */
export function findInHead(url: string, headers: Headers): Secret[] {
  const { authorization = '', cookie = '' } = headers;
  const [, bearer = ''] = /^bearer +(.+)$/i.exec(String(authorization)) ?? [];
  const [, claim = ''] = /\/claim\?token=([^&]+)/.exec(url) ?? [];
  const [, session = ''] = /session_token=([^;]+)/.exec(String(cookie)) ?? [];
  const keys = [headers['idempotency-key'], headers['x-idempotency-key']].flat();
  return [
    ...keys.map((value = '') => ({ kind: 'idempotency key', value })),
    { kind: bearer.startsWith('ot_live_') ? 'API key' : 'other token', value: bearer },
    { kind: 'claim token', value: claim },
    ...findSession(session),
    ...findInText(decode(url)),
    ...findApiKeys(String(authorization)),
  ].filter(({ value }) => value !== '');
}

/** The session cookie, and its signature alone, because the token without it is no credential. */
function findSession(cookie: string): Secret[] {
  const signature = decode(cookie).split('.')[1];
  if (!signature) return [];
  return [
    { kind: 'session token', value: cookie },
    { kind: 'session signature', value: signature },
  ];
}

function unquote(json: string): string {
  try {
    return JSON.parse(json);
  } catch {
    return json.slice(1, -1);
  }
}

/** Percent-decoded, if the text is valid. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Throws TypeError, which names the option, unless the URL has an origin of HTTP and a path alone. */
export function toServerUrl(option: string, value: string | URL | undefined): URL {
  let url: URL | undefined;
  try {
    url = new URL(value ?? '');
  } catch {}
  // `localhost:3000` is a URL too, whose protocol is `localhost:`.
  if (url && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname) return url;
  const given = value ? JSON.stringify(String(value)) : 'missing';
  throw new TypeError(
    `${option} is ${given}: pass the URL of your Outturn server, such as https://outturn.example.com`,
  );
}

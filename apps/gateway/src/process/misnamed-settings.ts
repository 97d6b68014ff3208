/**
 * Variables with misspelled names of settings. A gateway that ignored `DATABASE_URI` would start with an empty database of its
 * own. Environments also hold the variables of other software, so a variable counts only
 * if the setting that it resembles is unset, and if it differs from that by at most one typing mistake: a letter too many, one
 * missing, one wrong or two swapped. Case and underscores do not count. Names without an underscore (`HOST`, `PORT`) have too
 * many neighbours (`POST`, `PORTS`), so that only swapped letters count. `OUTTURN_` before the name of a setting counts as well.
 */
export function misnamedSettings(
  environment: NodeJS.ProcessEnv,
  settingNames: readonly string[],
): { name: string; meant: string }[] {
  const isSet = (name: string) => (environment[name] ?? '') !== '';
  const unset = settingNames.filter((name) => !isSet(name));
  return Object.keys(environment).flatMap((name) => {
    if (settingNames.includes(name) || !isSet(name)) return [];
    const meant = unset.find((setting) => isMisspelled(name, setting) || isPrefixed(name, setting));
    if (meant === undefined || isServiceLink(environment[name])) return [];
    return [{ name, meant }];
  });
}

function isMisspelled(name: string, setting: string): boolean {
  if (!setting.includes('_')) return hasSwappedLetters(name, setting);
  const [a, b] = [lettersOf(name), lettersOf(setting)];
  return hasSwappedLetters(a, b) || hasOneEdit(a, b);
}

function isPrefixed(name: string, setting: string): boolean {
  return name === `OUTTURN_${setting}`;
}

/** Kubernetes and Docker describe a service named `outturn` by `OUTTURN_PORT=tcp://10.0.0.1:3000`. */
function isServiceLink(value = ''): boolean {
  return /^(tcp|udp|sctp):\/\//.test(value);
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll('_', '');
}

function hasSwappedLetters(a: string, b: string): boolean {
  const [x, y] = differenceOf(a, b);
  return x.length === 2 && y === `${x[1]}${x[0]}`;
}

/** True also for equal letters: the names then differ in case or underscores alone. */
function hasOneEdit(a: string, b: string): boolean {
  return differenceOf(a, b).every(({ length }) => length <= 1);
}

/** The parts of both between the letters that they share at the beginning and at the end. */
function differenceOf(a: string, b: string): [string, string] {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start++;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

import { isLoopbackName } from '../../http/loopback.ts';
import { developmentNotice } from '../../process/development-notice.ts';
import { settingNames, type WrongSetting } from '../../process/settings.ts';
import { warnOfIgnoredTraces } from '../../process/trace-settings.ts';
import { closest } from '../import/similar-names.ts';
import { type Check, error, type Finding, ok, warning } from './check.ts';

const PREFIX = 'OUTTURN_';
/** Variables of commands, and of workers. */
const otherNames = ['OUTTURN_URL', 'OUTTURN_API_KEY', 'OUTTURN_WORKER'];
/** Short names, such as `HOST`, resemble unrelated ones, such as `HOME`. */
const longNames = settingNames.filter((name) => name.includes('_'));

export const checkSettings: Check = {
  name: 'settings',
  async run({ environment, wrong, settings }) {
    const findings: Finding[] = [
      ...wrong.map(({ message }) => error(`${message}.`)),
      ...unknownNames(environment, wrong).map(warning),
    ];
    const notice = wrong.some(({ name }) => name === 'NODE_ENV') ? undefined : developmentNotice(settings);
    if (notice !== undefined && !isLoopbackName(settings.host)) findings.push(warning(notice));
    warnOfIgnoredTraces(settings.traces, { warn: (message) => findings.push(warning(message)) });
    if (findings.length > 0) return findings;
    const set = settingNames.filter((name) => (environment[name] ?? '') !== '');
    return [
      ok(set.length === 0 ? 'All have their defaults.' : `These are set and valid: ${set.join(', ')}.`),
    ];
  },
};

function unknownNames(environment: NodeJS.ProcessEnv, wrong: readonly WrongSetting[]): string[] {
  const known = new Set([...settingNames, ...otherNames, ...wrong.map(({ name }) => name)]);
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name)) return [];
    const isOurs = name.startsWith(PREFIX);
    const meant = closest(isOurs ? name.slice(PREFIX.length) : name, isOurs ? settingNames : longNames);
    if (meant !== undefined) return [`${name} is no setting, and is ignored. Did you mean ${meant}?`];
    return isOurs ? [`${name} is no setting, and is ignored. Remove it.`] : [];
  });
}

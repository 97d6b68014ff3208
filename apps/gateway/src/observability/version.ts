import manifest from '../../package.json' with { type: 'json' };

/** The version of Outturn, which all its packages have. CHANGELOG.md says what it brought. */
export const { version } = manifest;

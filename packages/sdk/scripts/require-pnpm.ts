// npm would pack the manifest as it is, whose exports are the sources that this repository runs; pnpm puts those of
// `publishConfig` in their place.
if (!process.env.npm_config_user_agent?.startsWith('pnpm/')) {
  console.error('npm cannot pack the SDK. Run `npm run pack:sdk` in the root of the repository instead.');
  process.exit(1);
}

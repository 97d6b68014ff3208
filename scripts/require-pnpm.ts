// Only pnpm replaces the exports of the manifest, which point to sources, by those of `publishConfig`.
if (!process.env.npm_config_user_agent?.startsWith('pnpm/')) {
  console.error(
    'npm cannot pack this package. Run `npm run pack -- FOLDER` in the root of the repository instead.',
  );
  process.exit(1);
}

// `npm run pack` builds a package before it packs it, and pnpm replaces the exports of the manifest, which point to sources,
// by those of `publishConfig`.
if (process.env.OUTTURN_PACKS !== '1') {
  console.error('Run `npm run pack -- FOLDER` in the root of the repository instead, which builds first.');
  process.exit(1);
}

export const missingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Outturn</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }</style>
</head>
<body>
<h1>Outturn</h1>
<p>The dashboard is not built. <code>npm start</code> builds it.</p>
<p>The API is available: see <a href="/docs">its documentation</a>.</p>
</body>
</html>
`;

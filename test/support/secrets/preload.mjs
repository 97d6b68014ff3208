// Tests also start the machine's own Node.js, which may be too old for TypeScript and runs no server.
if (Number.parseInt(process.versions.node, 10) >= 24) await import('./inside.ts');

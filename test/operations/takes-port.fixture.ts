import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

// Loaded into a gateway, it takes the gateway's port as soon as there is a session secret, which is made after the check of
// the port and long before the server listens.
const { DATA_DIR = '', PORT = '' } = process.env;
const timer = setInterval(() => {
  if (!existsSync(path.join(DATA_DIR, 'session-secret'))) return;
  clearInterval(timer);
  createServer().listen(Number(PORT), '127.0.0.1').unref();
}, 1);
timer.unref();

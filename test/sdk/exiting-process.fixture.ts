// A process that records something and exits by itself: `node exiting-process.fixture.ts <url> <API key> <count>`.
import { Outturn } from '@outturn/sdk';

const [baseUrl = '', apiKey, count] = process.argv.slice(2);
const recorder = new Outturn({ apiKey, baseUrl }).recorder({ flushInterval: 600_000 });
for (let i = 0; i < Number(count); i++) recorder.record('events', { type: 'llm.call', name: `${i}` });

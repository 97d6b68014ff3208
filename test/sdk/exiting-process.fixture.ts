// A process that records something and exits: `node exiting-process.fixture.ts <url> <API key> <count> [exit | throw | again]`,
// by itself if the last argument is missing. `again` exits, and records losses again.
import { Outturn, type Recorder } from '@outturn/sdk';

const [baseUrl = '', apiKey, count, end] = process.argv.slice(2);
const recorder: Recorder = new Outturn({ apiKey, baseUrl }).recorder({
  flushInterval: 600_000,
  ...(end === 'again' && { onError: ({ kind, item }) => void recorder.record(kind, item) }),
});
for (let i = 0; i < Number(count); i++) {
  // Reports print the keys, and the test run searches its output for random ones.
  const key = end ? { idempotencyKey: `${i}` } : {};
  recorder.record('events', { type: 'llm.call', name: `${i}`, ...key });
}
if (end) {
  recorder.flush();
  setTimeout(() => {
    if (end !== 'throw') process.exit(3);
    throw new Error('thrown by the program');
  }, 100);
}

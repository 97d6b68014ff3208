// Preloaded into every process of a test run.
import { watchChildren } from './watch-children.ts';
import { watchHashes } from './watch-hashes.ts';
import { watchRequests } from './watch-requests.ts';

watchRequests();
watchHashes();
watchChildren();

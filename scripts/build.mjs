// Bundles the gateway where it is missing or older than its sources, as every `npm start` does.
import { ensureBundled } from './bundle.mjs';

ensureBundled();

import { callApi, type Endpoint } from './call-api.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { SourceRow } from './row-source.ts';

type LookupOptions = { endpoint: Endpoint; retries: RetryPolicy; signal: AbortSignal };

/**
 * Passes the rows on, and throws if they were exported from the account into which they would be imported: every
 * record would be there twice, because its idempotency key is another one than that under which it was first
 * recorded. The first row with an id is looked up. One look-up is enough, because a file holds the records of one
 * account.
 */
export async function* refuseOwnRecords(
  rows: AsyncIterable<SourceRow>,
  options: LookupOptions,
): AsyncGenerator<SourceRow> {
  let isChecked = false;
  for await (const row of rows) {
    if (!isChecked && 'fields' in row && row.id !== undefined) {
      await checkIsForeign(row.id, options);
      isChecked = true;
    }
    yield row;
  }
}

async function checkIsForeign(
  id: string,
  { endpoint: { url, headers }, retries, signal }: LookupOptions,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await callApi({ url: `${url}/${id}`, headers }, null, signal);
    if ('text' in outcome)
      throw new Error(
        `The record ${id} is already in this account: this file was exported from it. Import the file into another account.`,
      );
    if ('failure' in outcome) {
      await retries.wait(attempt, outcome, signal);
      continue;
    }
    if (outcome.status === 404) return retries.progressed();
    throw new Error(
      `Outturn could not check whether this account already has the records of the file: ${outcome.refusal}`,
    );
  }
}

import { callApi, type Door } from './call-api.ts';
import type { Patience } from './patience.ts';
import type { SourceRow } from './row-source.ts';

type LookUp = { door: Door; patience: Patience; signal: AbortSignal };

/**
 * Passes rows on, and throws at the first of a record that the account has itself: imported, every record of such a file
 * would be there twice, and for good. A file is of one account, so that one look is enough.
 */
export async function* notOfThisAccount(
  rows: AsyncIterable<SourceRow>,
  lookUp: LookUp,
): AsyncGenerator<SourceRow> {
  let isKnown = false;
  for await (const row of rows) {
    if (!isKnown && 'fields' in row && row.id !== undefined) {
      await refuseOwn(row.id, lookUp);
      isKnown = true;
    }
    yield row;
  }
}

async function refuseOwn(id: string, { door: { url, headers }, patience, signal }: LookUp): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await callApi({ url: `${url}/${id}`, headers }, null, signal);
    if ('text' in outcome)
      throw new Error(
        `The record ${id} is in this account already, as are all that were written out with it. They can be imported into another account.`,
      );
    if ('failure' in outcome) {
      await patience.wait(attempt, outcome, signal);
      continue;
    }
    if (outcome.status === 404) return patience.progressed();
    throw new Error(
      `Whether the account has the records of this file already cannot be looked up: ${outcome.refusal}`,
    );
  }
}

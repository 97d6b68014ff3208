import type { PoolClient } from 'pg';
import { namesOf } from '../database/entity-metadata.ts';
import { CommitEntity } from '../live/commit.entity.ts';
import { ForgottenCommitsEntity } from '../live/forgotten-commits.entity.ts';
import { Developer } from '../people/developers/developer.entity.ts';

/** Followers may have seen records that the backup lacks: all positions so far are too old to resume from. */
export async function forgetPositions(client: PoolClient): Promise<void> {
  const commits = namesOf(CommitEntity);
  const forgotten = namesOf(ForgottenCommitsEntity);
  const developers = namesOf(Developer);
  await client.query(`truncate ${commits}, ${forgotten}`);
  await client.query(
    `insert into ${forgotten} (${forgotten.developerId}, ${forgotten.xid})
     select ${developers.id}, pg_current_xact_id() from ${developers}`,
  );
}

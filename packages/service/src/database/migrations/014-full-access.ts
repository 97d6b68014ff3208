import { Migration } from '@mikro-orm/migrations';

/** Scopes of version 0.1.0: a key with all of them had full access. */
const SCOPES =
  '{agents:read,agents:write,analytics:explain,analytics:read,customers:read,customers:write,events:read,events:write,' +
  'goal-types:read,goal-types:write,goals:read,goals:write,outcomes:read,outcomes:write,reports:read,reports:write,' +
  'revenues:read,revenues:write,sessions:read,tools:read,tools:write}';

/** Full access becomes `*`, next to the list for gateways of version 0.1.0. */
export class FullAccess extends Migration {
  override up(): void {
    this.addSql(
      `update api_keys set scopes = '{*}' || scopes where scopes @> '${SCOPES}' and not scopes @> '{*}'`,
    );
  }
}

import type { timelineOfEach } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';
import type { ConnectionArguments } from '../connection.ts';
import { pageArguments } from '../mount/mount-list.ts';
import { shown } from '../mount/object-type.ts';
import { pageOfEach } from '../mount/relation-fields.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { type Mounted, typeOfGroup } from './mount-operations.ts';

type Timeline = ReturnType<typeof timelineOfEach>;

export type RecordConnection = ReturnType<typeof recordConnection>;

/** A list of records of several kinds. */
export function recordConnection({ builder }: Draft, { record }: Pick<Mounted, 'record'>) {
  return builder.connectionObject({ type: record, name: 'RecordConnection' }, { name: 'RecordEdge' });
}

export function mountTimeline(
  draft: Draft,
  mounted: Mounted,
  { connection, ofEach }: { connection: RecordConnection; ofEach: Timeline },
): void {
  draft.builder.objectField(typeOfGroup(mounted, 'sessions'), 'timeline', (t) =>
    t.field({
      type: connection,
      nullable: true,
      description:
        'Its records of all kinds that the API key may read, in order of time, the earliest first.',
      args: pageArguments(draft, 100),
      resolve: ({ id }, args, context) => shown(timelineOf(ofEach, context, { id: String(id), args })),
    }),
  );
}

async function timelineOf(
  ofEach: Timeline,
  context: GraphqlContext,
  parent: { id: string; args: ConnectionArguments },
) {
  const page = await pageOfEach(context, ofEach, parent);
  return page && { ...page, edges: page.edges.map(({ node, cursor }) => ({ node: ofKind(node), cursor })) };
}

/** `kind` finds the record's type. */
export function ofKind<Item extends { kind: string; record: object }>({ kind, record }: Item) {
  return { ...record, kind };
}

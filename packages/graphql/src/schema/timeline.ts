import type { timelineOfEach } from '@outturn/service';
import type { GraphqlContext } from '../builder.ts';
import type { ConnectionArguments } from '../connection.ts';
import { pageArguments } from '../mount/mount-list.ts';
import { shown } from '../mount/object-type.ts';
import { pageOfEach } from '../mount/relation-fields.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { type Mounted, typeOfGroup } from './mount-operations.ts';

type Timeline = ReturnType<typeof timelineOfEach>;

export function mountTimeline(draft: Draft, mounted: Mounted, ofEach: Timeline): void {
  const connection = draft.builder.connectionObject(
    { type: mounted.record, name: 'RecordConnection' },
    { name: 'RecordEdge' },
  );

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
function ofKind<Item extends { kind: string; record: object }>({ kind, record }: Item) {
  return { ...record, kind };
}

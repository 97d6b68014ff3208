import { relations } from '@outturn/service';
import { builder, type GraphqlContext } from '../builder.ts';
import type { ConnectionArguments } from '../connection.ts';
import { pageArguments } from '../mount/mount-list.ts';
import { shown } from '../mount/object-type.ts';
import { pageOfEach } from '../mount/relations.ts';
import { RecordInterface } from './record.ts';
import { Session } from './things.ts';

const Timeline = builder.connectionObject(
  { type: RecordInterface, name: 'RecordConnection' },
  { name: 'RecordEdge' },
);

builder.objectField(Session, 'timeline', (t) =>
  t.field({
    type: Timeline,
    nullable: true,
    description: 'Its records of all kinds in order of time, the earliest first.',
    args: pageArguments(100),
    resolve: ({ id }, args, context) => shown(timelineOf(context, id, args)),
  }),
);

async function timelineOf(context: GraphqlContext, id: string, args: ConnectionArguments) {
  const page = await pageOfEach(context, relations.ofEach.timeline, { id, args });
  return page && { ...page, edges: page.edges.map(({ node, cursor }) => ({ node: ofKind(node), cursor })) };
}

/** A record that tells its kind, by which its type is found. */
function ofKind<Item extends { kind: string; record: object }>({ kind, record }: Item) {
  return { ...record, kind };
}

import { IconFileAnalytics, IconListDetails, IconMessages, type IconTool } from '@tabler/icons-react';
import { type LinkOptions, linkOptions } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { type Dimension, dimensionNames, dimensionOf } from '../../kinds/dimensions.ts';
import { type AnyRecord, describeRecord, looksOf, recordKindNames } from '../../kinds/record-kinds.ts';
import { orUndefined, searchKeys } from '../../kinds/search-keys.ts';
import { pages } from '../pages.ts';

/** Something that the palette can open. */
export type Found = {
  id: string;
  /** The name or key, as it is. */
  text: string;
  /** The key of one that is found by its name. */
  keyText?: string;
  Icon: typeof IconTool;
  link: LinkOptions;
};
export type FoundGroup = { label: string; items: Found[] };

type Search = { text: string; signal: AbortSignal };

const MOST = 5;
const LONGEST_VIEW_NAME = 255;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The pages whose label has a text in it; without a text, all. */
export function findPages(text: string): FoundGroup {
  const wanted = text.toLowerCase();
  const found = pages.filter(({ label }) => label.toLowerCase().includes(wanted));
  const items = found.map(({ label, Icon, path, link }) => ({ id: path, text: label, Icon, link }));
  return { label: 'Pages', items: text ? items.slice(0, MOST) : items };
}

/** Finds pages, members, sessions and records for a text: a part of a key or a name, or the id of a record. */
export async function findOwn(search: Search): Promise<FoundGroup[]> {
  return Promise.all([
    findRecords(search),
    findViews(search),
    ...dimensionNames.map((dimension) => findMembers(dimension, search)),
    findSessions(search),
  ]);
}

async function findRecords({ text, signal }: Search): Promise<FoundGroup> {
  if (!uuid.test(text)) return { label: 'Records', items: [] };
  const found = await Promise.all(
    recordKindNames.map(async (kind) => {
      const record = await orUndefined<AnyRecord['record']>(client[kind].get.query({ id: text }, { signal }));
      // `record` is of the kind that was asked for.
      return record ? [{ kind, record } as AnyRecord] : [];
    }),
  );
  const items = found.flat().map((one) => ({
    id: one.record.id,
    text: `${looksOf(one.kind, one.record).singular} · ${describeRecord(one)}`,
    keyText: one.record.id,
    Icon: IconListDetails,
    link: linkOptions({ to: '/records/$kind', params: { kind: one.kind }, search: { id: one.record.id } }),
  }));
  return { label: 'Records', items };
}

async function findViews({ text, signal }: Search): Promise<FoundGroup> {
  const search = text.slice(0, LONGEST_VIEW_NAME);
  const { items } = await client.reports.list.query({ search, limit: MOST }, { signal });
  return {
    label: 'Views',
    items: items.map(({ id, name, view }) => ({
      id,
      text: name,
      Icon: IconFileAnalytics,
      link: view ? linkOptions({ to: '/explore', search: { view: name } }) : linkOptions({ to: '/views' }),
    })),
  };
}

async function findMembers(dimension: Dimension, search: Search): Promise<FoundGroup> {
  const { title, Icon } = dimensionOf(dimension);
  const found = await searchKeys(dimension, { ...search, limit: MOST });
  const items = found.map(({ key, name }) => ({
    id: `${dimension} ${key}`,
    text: name || key,
    ...(name && { keyText: key }),
    Icon,
    link: linkOptions({ to: '/$dimension/$key', params: { dimension, key } }),
  }));
  return { label: title, items };
}

async function findSessions(search: Search): Promise<FoundGroup> {
  const found = await searchKeys('sessions', { ...search, limit: MOST });
  const items = found.map(({ key }) => ({
    id: `session ${key}`,
    text: key,
    Icon: IconMessages,
    link: linkOptions({ to: '/sessions/$key', params: { key } }),
  }));
  return { label: 'Sessions', items };
}

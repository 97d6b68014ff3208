import { z } from 'zod';
import { schemaNumber } from '../database/migrations/index.ts';

/** Number of the format of the file. A change that older versions cannot read raises it; unreleased versions wrote 1. */
export const FORMAT = 2;

/** A name of a table or a column, which goes into SQL and into messages: no quotes and no control characters. */
const Name = z.string().regex(/^\w{1,63}$/);

const Table = z.object({
  name: Name,
  columns: z.array(Name).min(1),
  rows: z.int().nonnegative(),
});

const Header = z.object({
  /** Number of the schema, that of its last migration. */
  schema: z.int().positive(),
  format: z.int().positive(),
  /** Version of Outturn. */
  version: z.string().regex(/^[\w.+-]{1,64}$/),
  takenAt: z.iso.datetime(),
  /** The rows follow in this order. */
  tables: z.array(Table).refine((tables) => new Set(tables.map(({ name }) => name)).size === tables.length),
});

/**
 * The fields that every format has. They are read first, so that a backup of a newer version gets an error that names
 * this version, whatever else it has.
 */
const VersionedHeader = Header.pick({ schema: true, format: true, version: true });

export type BackupTable = z.output<typeof Table>;

/** The first line of a backup: what follows, and which version can restore it. */
export type BackupHeader = z.output<typeof Header>;

/** Throws for a line that does not describe a backup, and for a backup that this version cannot restore. */
export function parseHeader(line: string): BackupHeader {
  const { schema, format, version } = parse(VersionedHeader, line);
  if (format > FORMAT)
    throw new Error(
      `The backup was made by Outturn ${version} in format ${format}, and this version reads ${FORMAT}. Restore it with a newer version.`,
    );
  if (format < FORMAT)
    throw new Error(
      `The backup was made by an unreleased version of Outturn (${version}), and nothing of it can be restored.`,
    );
  if (schema > schemaNumber)
    throw new Error(
      `The backup was made by Outturn ${version} with schema number ${schema}, and this version knows ${schemaNumber}. Restore it with a newer version.`,
    );
  return parse(Header, line);
}

function parse<T>(schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(
      'The first line of the file does not describe a backup of Outturn. Restore another file.',
      {
        cause,
      },
    );
  }
}

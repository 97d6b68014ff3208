import { z } from 'zod';
import { schemaNumber } from '../database/migrations/index.ts';

/** Raised when older versions cannot read the content. */
export const FORMAT = 1;

/** Also keeps control characters out of messages. */
const Name = z.string().regex(/^\w{1,63}$/);

const Table = z.object({
  name: Name,
  columns: z.array(Name).min(1),
  rows: z.int().nonnegative(),
});

const Header = z.object({
  /** Number of the last migration. */
  schema: z.int().positive(),
  format: z.int().positive(),
  /** Version of Outturn. */
  version: z.string().regex(/^[\w.+-]{1,64}$/),
  takenAt: z.iso.datetime(),
  /** In the order of the content. */
  tables: z.array(Table).refine((tables) => new Set(tables.map(({ name }) => name)).size === tables.length),
});

/** The part that every format has. */
const VersionedHeader = Header.pick({ schema: true, format: true, version: true });

export type BackupTable = z.output<typeof Table>;

/** First line of a backup. */
export type BackupHeader = z.output<typeof Header>;

/** Throws for content that this version cannot restore. */
export function parseHeader(line: string): BackupHeader {
  const { schema, format, version } = parse(VersionedHeader, line);
  if (format > FORMAT)
    throw new Error(
      `The backup was made by Outturn ${version} in format ${format}, and this version reads ${FORMAT}. Restore it with a newer version.`,
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

import { z } from 'zod';
import { schemaNumber } from '../database/migrations/index.ts';

/** Raised when older versions cannot read the content. */
export const FORMAT = 1;

const Table = z.object({
  name: z.string().min(1),
  columns: z.array(z.string().min(1)).min(1),
  rows: z.int().nonnegative(),
});

const Header = z.object({
  /** Number of the last migration. */
  schema: z.int().positive(),
  format: z.int().positive(),
  /** Version of Outturn. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** In the order of the content. */
  tables: z.array(Table),
});

export type BackupTable = z.output<typeof Table>;

/** First line of a backup. */
export type BackupHeader = z.output<typeof Header>;

/** Throws for content that this version cannot restore. */
export function parseHeader(line: string): BackupHeader {
  const { schema, format, version } = Header.pick({ schema: true, format: true, version: true }).parse(
    JSON.parse(line),
  );
  if (format > FORMAT)
    throw new Error(
      `The backup was made by Outturn ${version} in format ${format}, and this version reads ${FORMAT}. Restore it with a newer version.`,
    );
  if (schema > schemaNumber)
    throw new Error(
      `The backup was made by Outturn ${version} with schema number ${schema}, and this version knows ${schemaNumber}. Restore it with a newer version.`,
    );
  return Header.parse(JSON.parse(line));
}

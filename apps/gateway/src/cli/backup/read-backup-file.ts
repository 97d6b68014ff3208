import { constants, type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { isTrailer, startChecksum, TRAILER_LENGTH, trailerOf } from './trailer.ts';

/** Bytes per read. */
const CHUNK_SIZE = 256 * 1024;

export type BackupFile = { handle: FileHandle; size: number };

/** The caller must close the handle. */
export async function openBackupFile(file: string): Promise<BackupFile> {
  // A named pipe would wait for a writer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: Error) => {
    throw new Error(`The backup cannot be read: ${error.message}`);
  });
  try {
    const status = await handle.stat();
    if (!status.isFile())
      throw new Error(`${file} is not a file. A backup is read twice: it is checked first.`);
    return { handle, size: status.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Throws for a file that is not a whole backup, without a changed bit. */
export async function checkBackupFile(
  { handle, size }: BackupFile,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const end = size - TRAILER_LENGTH;
  const trailer = Buffer.alloc(TRAILER_LENGTH);
  if (end > 0) await handle.read(trailer, 0, TRAILER_LENGTH, end);
  if (!isTrailer(trailer)) throw new Error('The file is not a backup of Outturn, or its end is missing.');
  const checksum = startChecksum();
  let read = 0;
  for await (const bytes of compressedContent({ handle, size })) {
    checksum.update(bytes);
    read += bytes.length;
    onBytes(read);
  }
  if (!trailerOf(checksum).equals(trailer))
    throw new Error('The backup was changed after it was written: its checksum does not match.');
}

export function readContent(file: BackupFile): AsyncIterable<Buffer> {
  // Errors destroy the stream that is returned.
  return pipeline(compressedContent(file), createZstdDecompress({ chunkSize: CHUNK_SIZE }), () => undefined);
}

function compressedContent({ handle, size }: BackupFile) {
  return handle.createReadStream({
    start: 0,
    end: size - TRAILER_LENGTH - 1,
    autoClose: false,
    highWaterMark: CHUNK_SIZE,
  });
}

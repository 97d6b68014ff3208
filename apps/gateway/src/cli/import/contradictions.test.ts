import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importKindOf } from '../record-kinds.ts';
import { columnsOf } from './columns.ts';
import { openCsv } from './csv-source.ts';
import type { FileOptions } from './file-options.ts';

const DAY = '2026-01-15T10:30:00Z';

const open = (content: string, options: FileOptions) =>
  openCsv(Readable.from([Buffer.from(content)]), columnsOf(importKindOf('revenues')), options);

const amounts = (...cells: string[]) =>
  `amount;recordedAt\n${cells.map((cell) => `${cell};${DAY}\n`).join('')}`;
const times = (...cells: string[]) => `amount;recordedAt\n${cells.map((cell) => `5;${cell}\n`).join('')}`;

test('amounts that are half read with the wrong decimal sign stop the import', async () => {
  await expect(open(amounts('1.250', '99,50'), { delimiter: ';' })).rejects.toThrow(
    'Amounts such as 99,50 have a decimal comma, so 1.250 would be recorded wrongly: pass --decimal-comma.',
  );
  await expect(open(amounts('1,250', '99.50'), { delimiter: ';', decimalComma: true })).rejects.toThrow(
    'have a decimal point, so 1,250 would be recorded wrongly: leave out --decimal-comma.',
  );
});

test('days that are half read as months stop the import', async () => {
  const options = { delimiter: ';', timeZone: 'UTC', dateFormat: 'MM/DD/YYYY' };
  await expect(open(times('02/01/2026', '15/01/2026'), options)).rejects.toThrow(
    'Times such as 15/01/2026 are not MM/DD/YYYY, so 02/01/2026 would be recorded wrongly: pass --date-format "DD/MM/YYYY".',
  );
});

test.each([
  [amounts('1.250', '99.50'), {}],
  [amounts('99,50', '5'), {}],
  [amounts('1.250', '99,50'), { decimalComma: true }],
  [amounts('1.250', 'EUR 99,50'), {}],
  [times('02/01/2026', 'Total'), { dateFormat: 'MM/DD/YYYY' }],
  [times('01/15/2026', '15/01/2026'), { dateFormat: 'MM/DD/YYYY' }],
])('a file that proves nothing is read row by row: %j %j', async (content, options) => {
  await open(content, { delimiter: ';', timeZone: 'UTC', ...options });
});

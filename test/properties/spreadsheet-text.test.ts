import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvWriter } from '../../apps/dashboard/src/records/csv-writer.ts';
import { recordFormats } from '../../apps/gateway/src/cli/export/format-records.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...`'=+-@＝－\t\r\n5.x",; \u00a0\u200b\u2060\u3000\u3164`) }),
);

test('the dashboard writes the same cells as an export', () => {
  fc.assert(
    fc.property(text, (original) => {
      const record = { text: original, metadata: { [original]: original } };
      const exported = recordFormats.csv.lines([record], ['text', 'metadata']);
      expect(csvWriter()([record])).toBe(`\uFEFFtext,metadata\r\n${exported.slice(0, -1)}\r\n`);
    }),
  );
});

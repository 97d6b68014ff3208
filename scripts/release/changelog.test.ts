import { expect, test } from 'vitest';
import { beginSection, dateSection } from './changelog.ts';

const date = new Date('2026-02-03T23:00:00Z');
const changelog =
  '# Changelog\n\nText.\n\n## 1.2.0 (unreleased)\n\n### Added\n\n- One.\n- Two.\n\n## 1.1.0\n\n- Old.\n';

test('the section of the version gets the date, and its entries are the notes', () => {
  expect(dateSection(changelog, '1.2.0', date)).toEqual({
    text: changelog.replace('unreleased', '2026-02-03'),
    notes: '### Added\n\n- One.\n- Two.',
  });
});

test.each([
  [
    'another version',
    changelog,
    '1.2.1',
    'The first section of CHANGELOG.md is not "## 1.2.1 (unreleased)".',
  ],
  [
    'a version that was released',
    changelog.replace('unreleased', '2026-01-01'),
    '1.2.0',
    'is not "## 1.2.0 (unreleased)"',
  ],
  ['a version without entries', changelog.replaceAll(/- (One|Two).\n/g, ''), '1.2.0', 'has no entry'],
])('%s is refused', (_, text, version, message) => {
  expect(() => dateSection(text, version, date)).toThrow(message);
});

test('the next version begins above the others', () => {
  expect(beginSection(changelog, '1.3.0')).toBe(
    changelog.replace('## 1.2.0', '## 1.3.0 (unreleased)\n\n## 1.2.0'),
  );
});

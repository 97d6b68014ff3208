import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { formatDay } from '../format/instant.ts';
import { ZoneSelect } from '../zone/zone-select.tsx';
import { type Comparison, type ComparisonSearch, comparisonSearch, comparisons } from './comparison.ts';
import { ComparisonSelect } from './comparison-select.tsx';
import { addDays } from './days.ts';
import { presets, type WindowChoice } from './presets.ts';
import { WindowPicker } from './window-picker.tsx';
import { searchOf, type WindowSearch } from './window-search.ts';

type WindowBarProps = {
  choice: WindowChoice;
  comparison: Comparison;
  zone: string;
  /** The search of the page for another choice. */
  onChange: (search: WindowSearch & ComparisonSearch) => void;
  /** Absent where the zone cannot be chosen. */
  onZone?: (zone: string) => void;
};

/** Pixels of the sheet: as high as its title, four inputs and the room between them. */
const SHEET = 264;

/** Chooses the period of a page and its comparison: beside its title, or on a phone in a sheet, so that the figures come first. */
export function WindowBar({ choice, comparison, zone, onChange, onZone }: WindowBarProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const inputs = (
    <>
      <WindowPicker
        value={choice}
        zone={zone}
        onChange={(next) => onChange({ ...searchOf(next), ...comparisonSearch(comparison) })}
      />
      <ComparisonSelect
        value={comparison}
        onChange={(next) => onChange({ ...searchOf(choice), ...comparisonSearch(next) })}
      />
      {onZone && <ZoneSelect value={zone} onChange={onZone} />}
    </>
  );
  return (
    <>
      <Group gap="xs" visibleFrom="xs">
        {inputs}
      </Group>
      <Button
        hiddenFrom="xs"
        variant="default"
        fw={400}
        fullWidth
        justify="flex-start"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {periodText(choice)} · {comparisons[comparison]}
      </Button>
      <Drawer opened={isOpen} onClose={close} position="bottom" size={SHEET} title="Period">
        <Stack gap="sm">{inputs}</Stack>
      </Drawer>
    </>
  );
}

function periodText(choice: WindowChoice): string {
  if (choice.window !== 'custom') return presets[choice.window].label;
  return `${formatDay(choice.from)} – ${formatDay(addDays(choice.to, -1))}`;
}

import { ActionIcon, Button, Drawer, Group, Stack, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconCheck, IconShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCopy } from '../feedback/use-copy.ts';
import { formatDay } from '../format/instant.ts';
import { ZoneSelect } from '../zone/zone-select.tsx';
import { comparisons } from './comparison.ts';
import { ComparisonSelect } from './comparison-select.tsx';
import { addDays } from './days.ts';
import { presets, type WindowChoice } from './presets.ts';
import { usePeriod } from './use-period.ts';
import { ALL_TIME, WindowPicker } from './window-picker.tsx';

type PeriodBarProps = {
  /** Whether the page compares its figures with those of another period. */
  isCompared?: boolean;
  /** Whether the page shows all time until a period is chosen. */
  hasAllTime?: boolean;
  /** Further actions on the content of the page, such as a download. */
  children?: ReactNode;
};

/** Pixels of the sheet: as high as its title, four inputs and the room between them. */
const SHEET = 264;

/** The period of a page, its comparison and its zone: beside the title, or on a phone in a sheet, so that the figures come first. */
export function PeriodBar({ isCompared = true, hasAllTime = false, children }: PeriodBarProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const { choice, isChosen, comparison, zone, setChoice, clear, setComparison, setZone } = usePeriod();
  const all = hasAllTime ? { isChosen: !isChosen, onChoose: clear } : undefined;
  const inputs = (
    <>
      <WindowPicker value={choice} zone={zone} onChange={setChoice} all={all} />
      {isCompared && <ComparisonSelect value={comparison} onChange={setComparison} />}
      <ZoneSelect value={zone} onChange={setZone} />
    </>
  );
  return (
    <>
      <Group gap="xs" visibleFrom="xs">
        {inputs}
      </Group>
      <Group gap="xs" wrap="nowrap" w={{ base: '100%', xs: 'auto' }}>
        <Button
          hiddenFrom="xs"
          variant="default"
          fw={400}
          flex={1}
          miw={0}
          justify="flex-start"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={open}
        >
          {all?.isChosen ? ALL_TIME : periodText(choice)}
          {isCompared && ` · ${comparisons[comparison]}`}
        </Button>
        <Share zone={zone} />
        {children}
      </Group>
      <Drawer opened={isOpen} onClose={close} position="bottom" size={SHEET} title="Period">
        <Stack gap="sm">{inputs}</Stack>
      </Drawer>
    </>
  );
}

/** Copies the address of the page, with the zone: its days would be others elsewhere. */
function Share({ zone }: { zone: string }) {
  const { copied, copy } = useCopy(() => {
    const url = new URL(window.location.href);
    url.searchParams.set('zone', zone);
    return url.href;
  });
  return (
    <Tooltip label={copied ? 'Link copied' : 'Copy a link to this page'} openDelay={400}>
      <ActionIcon variant="default" size="input-sm" aria-label="Share" onClick={copy}>
        {copied ? <IconCheck size={16} aria-hidden /> : <IconShare size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

function periodText(choice: WindowChoice): string {
  if (choice.window !== 'custom') return presets[choice.window].label;
  return `${formatDay(choice.from)} – ${formatDay(addDays(choice.to, -1))}`;
}

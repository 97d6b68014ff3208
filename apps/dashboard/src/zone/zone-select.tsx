import { Select } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { browserZone } from './use-zone.ts';
import { currentName, matchesZone, zoneLabel } from './zone-names.ts';

const zones = [...new Set(['UTC', browserZone, ...Intl.supportedValuesOf('timeZone').map(currentName)])];

type ZoneSelectProps = {
  /** Shown where other inputs have labels, too. */
  label?: string;
  value: string;
  onChange: (zone: string) => void;
};

export function ZoneSelect({ label, value, onChange }: ZoneSelectProps) {
  const known = zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      {...(label ? { label } : { 'aria-label': 'Time zone' })}
      data={known.map((zone) => ({ value: zone, label: zoneLabel(zone) }))}
      filter={({ options, search, limit }) =>
        options.filter((option) => 'value' in option && matchesZone(option.value, search)).slice(0, limit)
      }
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      allowDeselect={false}
      searchable
      limit={60}
      nothingFoundMessage="No matching time zone"
      leftSection={<IconWorld size={16} aria-hidden />}
      w={{ base: '100%', xs: label ? '100%' : 210 }}
    />
  );
}

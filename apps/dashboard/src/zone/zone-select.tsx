import { Select } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { browserZone } from './use-zone.ts';

const zones = [...new Set(['UTC', browserZone, ...Intl.supportedValuesOf('timeZone')])];

type ZoneSelectProps = { value: string; onChange: (zone: string) => void };

export function ZoneSelect({ value, onChange }: ZoneSelectProps) {
  return (
    <Select
      aria-label="Time zone"
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      allowDeselect={false}
      searchable
      limit={60}
      nothingFoundMessage="No such time zone"
      leftSection={<IconWorld size={16} aria-hidden />}
      w={{ base: '100%', xs: 210 }}
    />
  );
}

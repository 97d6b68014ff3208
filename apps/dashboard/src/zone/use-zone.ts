import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { currentName } from './zone-names.ts';

export const browserZone = zoneOf(Intl.DateTimeFormat().resolvedOptions());

/** UTC where the browser knows none, or gives a name that it does not take itself, such as `Etc/Unknown`. */
export function zoneOf({ timeZone }: { timeZone?: string }): string {
  return timeZone && isZone(timeZone) ? currentName(timeZone) : 'UTC';
}

/** Without a default value, which would be stored: travellers see the zone of their browser. */
const stored = {
  key: 'outturn-zone',
  deserialize: (value: string | undefined) => (value && isZone(value) ? currentName(value) : undefined),
};

export type ZoneSearch = { zone?: string };

/** The time zone in the URL of a page; absent for that of the visitor. */
export function readZone({ zone }: Record<string, unknown>): ZoneSearch {
  return typeof zone === 'string' && isZone(zone) ? { zone: currentName(zone) } : {};
}

/**
 * The time zone that days are counted in and times are shown in: the one in the address, else the one that was chosen, else the
 * browser's. A choice is kept for later visits.
 */
export function useZone(): [zone: string, setZone: (zone: string) => void] {
  const search = readZone(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [chosen, choose] = useLocalStorage<string | undefined>({
    ...stored,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
  });
  const setZone = (zone: string) => {
    choose(zone);
    void navigate({ to: '.', search: (before) => ({ ...before, zone }), replace: true, resetScroll: false });
  };
  return [search.zone ?? chosen ?? browserZone, setZone];
}

/** The same, outside components. */
export function chosenZone(): string {
  return readLocalStorageValue<string | undefined>(stored) ?? browserZone;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

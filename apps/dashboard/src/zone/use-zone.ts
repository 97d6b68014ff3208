import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
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

/** The time zone that days are counted in and times are shown in: the browser's, unless another was chosen. */
export function useZone(): [zone: string, setZone: (zone: string) => void] {
  const [chosen, setZone] = useLocalStorage<string | undefined>({
    ...stored,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
  });
  return [chosen ?? browserZone, setZone];
}

/** The same, outside components. */
export function chosenZone(): string {
  return readLocalStorageValue<string | undefined>(stored) ?? browserZone;
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

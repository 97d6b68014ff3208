import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const stored = {
  key: 'outturn-zone',
  defaultValue: browserZone,
  deserialize: (value: string | undefined) => (value && isZone(value) ? value : browserZone),
};

/** The time zone that days are counted in and times are shown in: the browser's, unless another was chosen. */
export function useZone(): [zone: string, setZone: (zone: string) => void] {
  const [zone, setZone] = useLocalStorage({
    ...stored,
    getInitialValueInEffect: false,
    serialize: (value) => value,
  });
  return [zone, setZone];
}

/** The same, outside components. */
export function chosenZone(): string {
  return readLocalStorageValue(stored);
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

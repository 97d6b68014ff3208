import { useLocalStorage } from '@mantine/hooks';

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone that days are counted in and times are shown in: the browser's, unless another was chosen. */
export function useZone(): [zone: string, setZone: (zone: string) => void] {
  const [zone, setZone] = useLocalStorage({
    key: 'outturn-zone',
    defaultValue: browserZone,
    getInitialValueInEffect: false,
    deserialize: (stored) => (stored && isZone(stored) ? stored : browserZone),
    serialize: (value) => value,
  });
  return [zone, setZone];
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

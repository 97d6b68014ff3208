import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { errorText } from '../api/error-text.ts';

export function tell(message: string): void {
  show({ message, color: 'teal' });
}

export function tellTrouble(error: unknown): void {
  show({
    title: 'Something went wrong',
    message: errorText(error),
    color: 'red',
    autoClose: 10_000,
  });
}

let hasTold = false;
let onFirst: () => void = () => undefined;

/** Whether there was a notification: the code that shows them is not part of the first load. */
export function useHasTold(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      onFirst = onChange;
      return () => {
        onFirst = () => undefined;
      };
    },
    () => hasTold,
  );
}

/** Loaded when there is something to tell. */
function show(data: NotificationData): void {
  hasTold = true;
  onFirst();
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ ...data, closeButtonProps: { 'aria-label': 'Dismiss' } }),
  );
}

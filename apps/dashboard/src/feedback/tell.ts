import type { NotificationData } from '@mantine/notifications';
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

/** Loaded when there is something to tell. */
function show(data: NotificationData): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(data));
}

import { notifications } from '@mantine/notifications';
import { errorText } from '../api/error-text.ts';

export function tell(message: string): void {
  notifications.show({ message, color: 'teal' });
}

export function tellTrouble(error: unknown): void {
  notifications.show({
    title: 'That did not work',
    message: errorText(error),
    color: 'red',
    autoClose: 10_000,
  });
}

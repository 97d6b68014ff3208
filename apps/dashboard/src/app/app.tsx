import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { queryClient } from '../api/query-client.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const Notifications = lazy<ComponentType>(() =>
  import('@mantine/notifications').then(
    ({ Notifications }) => ({ default: () => <Notifications position="bottom-right" /> }),
    // The pages are worth having without them.
    () => ({ default: () => null }),
  ),
);

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Notifications />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { watchServer } from '../api/watch-server.ts';
import { useHasTold } from '../feedback/tell.ts';
import { leave } from '../shell/use-leave.ts';
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
  const hasTold = useHasTold();
  useEffect(() => watchServer({ needsSession, onSignedOut: () => leave(router) }), []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        {hasTold && (
          <Suspense>
            <Notifications />
          </Suspense>
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Whether the page that is shown needs a session. */
function needsSession(): boolean {
  const pathname = router.state.resolvedLocation?.pathname ?? '/sign-in';
  return pathname !== '/sign-in' && pathname !== '/sign-up';
}

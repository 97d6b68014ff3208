import type { ServerResponse } from 'node:http';

/** Aborts when the connection closes before the response is complete. */
export function goneSignal(
  outgoing: Pick<ServerResponse, 'closed' | 'writableFinished' | 'once'>,
): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!outgoing.writableFinished) controller.abort();
  };
  if (outgoing.closed) leave();
  else outgoing.once('close', leave);
  return controller.signal;
}

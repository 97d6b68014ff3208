import type { ServerResponse } from 'node:http';

/** A signal that aborts when the client disconnects before it has the whole response. */
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

import { useState } from 'react';
import { client, type Inputs } from '../../api/client.ts';
import type { Secret } from './secret.ts';
import { refetchKeys } from './use-api-keys.ts';

/** Asks the server for a key. Not a mutation of TanStack Query, which would keep the answer. */
export function useKeyRequest(onKey: (secret: Secret) => void) {
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false });
  const request = async (answer: Promise<Secret>) => {
    setState({ isPending: true });
    try {
      const { name, token } = await answer;
      setState({ isPending: false });
      onKey({ name, token });
    } catch (error) {
      setState({ isPending: false, error });
      // Refetching the list leads to sign-in if the session has ended.
      void refetchKeys();
    }
  };
  return {
    ...state,
    create: (input: Inputs['apiKeys']['create']) => request(client.apiKeys.create.mutate(input)),
    rotate: (input: Inputs['apiKeys']['rotate']) => request(client.apiKeys.rotate.mutate(input)),
  };
}

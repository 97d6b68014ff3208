import { useCallback, useState } from 'react';

/**
 * A token for as long as it is shown: in the state of one component, never in the query cache, in storage or in the
 * URL. Forgetting it leaves nothing behind.
 */
export type Secret = { name: string; token: string };

export function useSecret() {
  const [secret, setSecret] = useState<Secret>();
  const forget = useCallback(() => setSecret(undefined), []);
  return { secret, show: setSecret, forget };
}

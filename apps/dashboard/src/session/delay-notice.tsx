import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A check that takes longer than this counts as delayed, in milliseconds. */
const DELAYED_AFTER = 1_500;

/** Explains why the check of a password takes long, with its longest delay. */
export function DelayNotice({ isPending }: { isPending: boolean }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsLong(true), DELAYED_AFTER);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isPending]);
  return (
    <Text size="sm" c="dimmed" role="status" display={isLong ? undefined : 'none'}>
      {isLong && 'Still checking. After too many wrong passwords, a check waits for up to 30 seconds.'}
    </Text>
  );
}

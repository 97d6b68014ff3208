import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { tellTrouble } from './tell.ts';

/** How long a button says that it has copied, in milliseconds. */
const SAYS_FOR = 2_000;

/** Copies a text, and tells for a moment that it has, or at once that the browser does not let it. */
export function useCopy(text: string | (() => string)): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), SAYS_FOR);
  const copy = async () => {
    try {
      await write(typeof text === 'string' ? text : text());
      setCopied(true);
      start();
    } catch {
      tellTrouble(new Error("Couldn't copy. Select the text and copy it manually."));
    }
  };
  return { copied, copy: () => void copy() };
}

/** Browsers have their clipboard on HTTPS and localhost alone; elsewhere the older command has to do. */
async function write(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', answer, { once: true });
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', answer);
  if (!isDone) throw new Error('not copied');
}

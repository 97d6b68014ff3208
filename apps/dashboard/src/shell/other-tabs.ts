/** The browser's other tabs, which share the session. */
const tabs = new BroadcastChannel('outturn-session');

/** Tells them that somebody else is signed in now, or nobody. */
export function tellOtherTabs(): void {
  tabs.postMessage('changed');
}

/** Calls when another tab tells so. Returns a function that stops it. */
export function onOtherTab(call: () => void): () => void {
  tabs.addEventListener('message', call);
  return () => tabs.removeEventListener('message', call);
}

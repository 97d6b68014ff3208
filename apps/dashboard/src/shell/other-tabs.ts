/** The browser's other tabs, which share the session. */
const tabs = new BroadcastChannel('outturn-session');

/** Tells them that the session has changed. */
export function tellOtherTabs(): void {
  tabs.postMessage('changed');
}

/** Calls when another tab has changed the session. Returns a function that stops it. */
export function onOtherTab(call: () => void): () => void {
  tabs.addEventListener('message', call);
  return () => tabs.removeEventListener('message', call);
}

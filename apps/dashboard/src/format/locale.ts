/** The locale of the browser's own inputs. Unit tests run without a browser and share one locale. */
export const locale =
  'document' in globalThis ? new Intl.NumberFormat().resolvedOptions().locale : 'en-US';

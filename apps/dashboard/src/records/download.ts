/** Safari reads a file some time after the click. */
const READ_WITHIN = 60_000;

/** Hands a file to the browser, which saves it. */
export function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN);
}

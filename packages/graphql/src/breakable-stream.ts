/** Passes a stream on until it ends, or until `broken` resolves. */
export function breakableStream(
  body: ReadableStream<Uint8Array>,
  broken: Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const part = await Promise.race([reader.read(), broken]);
      if (part?.value) return controller.enqueue(part.value);
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

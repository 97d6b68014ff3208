/** Passes a stream on until it ends, or until `broken` resolves. */
export function breakableStream(
  body: ReadableStream<Uint8Array>,
  broken: Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isClosed = false;
  return new ReadableStream({
    start(controller) {
      // A race at each part would leave a reaction of each at the promise.
      const close = async () => {
        if (isClosed) return;
        isClosed = true;
        controller.close();
        await reader.cancel();
      };
      // A stream with an error can neither be closed nor cancelled.
      broken.then(close).catch(() => undefined);
    },
    async pull(controller) {
      const { value } = await reader.read();
      if (isClosed) return;
      if (value) return controller.enqueue(value);
      isClosed = true;
      controller.close();
    },
    cancel(reason) {
      isClosed = true;
      return reader.cancel(reason);
    },
  });
}

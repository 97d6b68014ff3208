/**
 * Passes a stream on until it ends, or until `broken` resolves. Then the response ends without the last message of
 * the protocol, which tells a client library that the stream was interrupted and that it should subscribe again.
 */
export function breakableStream(
  body: ReadableStream<Uint8Array>,
  broken: Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isClosed = false;
  return new ReadableStream({
    start(controller) {
      // One reaction to the promise for the whole stream. A race at each part would add a reaction each time, which
      // the promise keeps until it is settled.
      const close = async () => {
        if (isClosed) return;
        isClosed = true;
        controller.close();
        await reader.cancel();
      };
      // The stream may have an error by then, and can be neither closed nor cancelled.
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

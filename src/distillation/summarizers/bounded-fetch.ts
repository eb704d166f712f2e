/** More than any summary takes, thinking of the model included. */
const MOST_BYTES = 4_000_000;

function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) throw new Error(`the answer is longer than ${bytes} bytes`);
      controller.enqueue(chunk);
    },
  });
}

/** Follows no redirect, which would take conversation and key along, and reads a limited answer. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  return new Response(response.body?.pipeThrough(atMost(MOST_BYTES)), response);
};

/**
 * `fetch` with a timeout for the response to start. The time counts from the last byte sent, so a
 * slow upload is not cut off, and until the headers arrive, so a long download is not either. Fails with a
 * TimeoutError.
 *
 * @param ms how long to wait
 */
export async function fetchWithin(request: Request, ms: number): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`No answer within ${ms} ms`, "TimeoutError"));
  }, ms);
  try {
    return await fetch(watched(request, timer), {
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.any([request.signal, limit.signal]),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** The request; a streamed body restarts the timeout with every chunk. */
function watched(request: Request, timer: NodeJS.Timeout): Request {
  const { headers } = request;
  // Any other body is small and in memory: as a stream it would lose its Content-Length.
  const takesTime = headers.has("content-length") || headers.has("tus-resumable");
  if (!request.body || !takesTime) return request;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      timer.refresh();
      controller.enqueue(part);
    },
  });
  const streamed = { body: request.body.pipeThrough(counted), duplex: "half" };
  return new Request(request, streamed);
}

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

/** Longer answers than this are not read: a WordPress's are a list of a hundred texts at most. */
const ANSWER_MAX = 64 * 1_048_576;

/** An answer was longer than it may be. */
export class TooLong extends Error {}

/**
 * `fetch` with a time limit over the whole answer, which is in memory once this resolves. Whatever is left of one that
 * comes too late, or is too long, is dropped. Fails with a TimeoutError, or with TooLong.
 *
 * @param ms how long it may take, the last byte of its body included
 * @param most bytes that are read of its body
 */
export async function fetchWhole(
  request: Request,
  ms: number,
  most = ANSWER_MAX,
): Promise<Response> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Raced as well as aborted: a copy of the body that Next keeps to itself may not hear of the abort.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException(`No answer within ${ms} ms`, "TimeoutError")),
      ms,
    );
  });
  const { signal } = limit;
  try {
    return await Promise.race([wholeAnswer(request, { signal, most }), late]);
  } finally {
    clearTimeout(timer);
    limit.abort();
  }
}

async function wholeAnswer(
  request: Request,
  { signal, most }: { signal: AbortSignal; most: number },
): Promise<Response> {
  const answer = await fetch(request, { cache: "no-store", signal });
  const { status, headers } = answer;
  if (Number(headers.get("content-length") ?? 0) > most) throw new TooLong();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    size += value.byteLength;
    if (size > most) throw new TooLong();
    parts.push(value);
  }
  return new Response(answer.body && Buffer.concat(parts), { status, headers });
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

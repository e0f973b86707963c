/**
 * Runs `fetch` with a timeout for the start of the response. The timeout counts from the last sent byte to the headers
 * of the response, so slow uploads and long downloads are not interrupted. Throws a TimeoutError.
 *
 * @param ms the timeout in milliseconds
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

/**
 * Maximum size of a response in bytes. The largest expected response is a WordPress list of a hundred texts.
 */
const ANSWER_MAX = 32 * 1_048_576;

/** Error for a response above the size limit. */
export class TooLong extends Error {}

/**
 * Runs `fetch` with a time limit for the whole response, and reads the body into memory. Throws a TimeoutError for a
 * late response and TooLong for a response above the size limit.
 *
 * @param ms the time limit in milliseconds, until the last byte of the body
 * @param most the maximum number of body bytes
 */
export async function fetchWhole(
  request: Request,
  ms: number,
  most = ANSWER_MAX,
): Promise<Response> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Aborting the request is not enough, because Next can keep a copy of the body that ignores the abort. Therefore also
  // reject when the time limit ends.
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

/** Returns a copy of a request. Each sent chunk of the copy's body restarts the timeout. */
function watched(request: Request, timer: NodeJS.Timeout): Request {
  const { headers } = request;
  // A request with neither `content-length` nor `tus-resumable` has a small body in memory. Do not turn this body into
  // a stream, because `fetch` sends a stream without a Content-Length.
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

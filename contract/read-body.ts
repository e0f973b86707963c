/** The largest JSON body of an API call, in bytes: the longest application is far below. */
export const JSON_BODY_MAX = 1_048_576;

/** A body's text, or why there is none: it is too long, or the sender left half-way. */
export type BodyText = { text: string } | { unread: "too_large" | "cut_off" };

/** Reads a body as text, and no further than `max` bytes: the rest never enters memory. */
export async function readText(request: Request, max: number): Promise<BodyText> {
  if (Number(request.headers.get("content-length") ?? 0) > max) return { unread: "too_large" };
  if (!request.body) return { text: "" };
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    // Counted as it arrives: a chunked body declares no length.
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > max) return { unread: "too_large" };
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return { unread: "cut_off" };
  }
  return { text: text + decoder.decode() };
}

/** Maximum size of a JSON request body in bytes, far above the longest application. */
export const JSON_BODY_MAX = 1_048_576;

/** Text of a body, or the reason why it is missing: it is too large, or the client disconnected. */
export type BodyText = { text: string } | { unread: "too_large" | "cut_off" };

/** Reads a body as text, up to `max` bytes. Further bytes never enter memory. */
export async function readText(request: Request, max: number): Promise<BodyText> {
  if (Number(request.headers.get("content-length") ?? 0) > max) return { unread: "too_large" };
  if (!request.body) return { text: "" };
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    // Counts the bytes on arrival, because a chunked body declares no length.
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

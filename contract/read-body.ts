/** Maximum size of a JSON request body in bytes. The longest application is far smaller. */
export const JSON_BODY_MAX = 1_048_576;

/** Text of a request body, or the reason why there is none: the body is too large, or the client disconnected. */
export type BodyText = { text: string } | { unread: "too_large" | "cut_off" };

/** Reads a request body as text, up to `max` bytes. Bytes beyond the limit are never kept in memory. */
export async function readText(request: Request, max: number): Promise<BodyText> {
  if (Number(request.headers.get("content-length") ?? 0) > max) return { unread: "too_large" };
  if (!request.body) return { text: "" };
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    // Count the bytes as they arrive, because a request with chunked encoding states no content length.
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

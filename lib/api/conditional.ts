import { createHash } from "node:crypto";

/**
 * Returns a response with an ETag, for a text that programs request regularly (a feed or calendar). A client that
 * already has the current text gets status 304 and no body. Shared caches can reuse the response for 5 minutes.
 */
export function conditional(
  request: Request,
  text: string,
  headers: Record<string, string>,
): Response {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const all = {
    ...headers,
    ETag: etag,
    "Cache-Control": "public, max-age=0, s-maxage=300, stale-while-revalidate=86400",
  };
  const known = request.headers.get("If-None-Match")?.split(",") ?? [];
  // Ignore the prefix `W/`, because a proxy that compresses responses turns a strong ETag into a weak ETag.
  const same = known.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
  return same
    ? new Response(null, { status: 304, headers: all })
    : new Response(text, { headers: all });
}

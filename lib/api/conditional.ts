import { createHash } from "node:crypto";

/**
 * A text that programs poll (feeds, calendars), with an ETag: a client that
 * already has it gets 304 and no body. Shared caches may keep it as long as pages.
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
  // A proxy that compresses marks the ETag as weak.
  const same = known.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
  return same
    ? new Response(null, { status: 304, headers: all })
    : new Response(text, { headers: all });
}

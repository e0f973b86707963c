import { createHash, timingSafeEqual } from "node:crypto";
import { revalidateTag } from "next/cache";
import { z } from "zod";
import { CONTENT_TYPES } from "@/contract/content";
import { config } from "../config";
import { contentTag } from "./content";
import { EDITION_TAG } from "./edition";
import { failure, PRIVATE_HEADERS, unavailable } from "./failure";
import { refreshPublished } from "./published";

const TAGS = [contentTag(), ...CONTENT_TYPES.map((type) => contentTag(type)), EDITION_TAG];

const bodySchema = z.object({ tag: z.string().optional(), secret: z.string().optional() });

/** What the call asks for: JSON, or nothing at all (then the query may name the tag). */
async function bodyOf(request: Request): Promise<z.output<typeof bodySchema> | null> {
  const text = await request.text();
  if (text.trim() === "") return {};
  try {
    return bodySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The one error that only this route has. */
function unknownTag(): Response {
  const body = { code: "unknown_tag", message: "unknown_tag", data: { status: 400, tags: TAGS } };
  return Response.json(body, { status: 400, headers: PRIVATE_HEADERS });
}

/** Compares in a time that says nothing of where, or how long, they differ. */
function isSecret(given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const { revalidateSecret } = config;
  return timingSafeEqual(digest(given), digest(revalidateSecret ?? "")) && !!revalidateSecret;
}

/** Reads which pages there are; why that failed, or null. Without it there is nothing to make pages from. */
function obstacle(): Promise<unknown> {
  return refreshPublished().then(
    () => null,
    (cause: unknown) => cause,
  );
}

/**
 * `POST /api/revalidate`: content changed, show it. The secret comes as `Authorization: Bearer …` or as
 * `secret` in the JSON body; `tag` (body or query) is `content` for everything (also without a tag) or
 * `content:{type}`, or `edition` for the call's dates. No page is thrown away while the content cannot be
 * reached: 503, or, for dates, each is made anew behind its next visit.
 */
export async function revalidate(request: Request): Promise<Response> {
  const body = await bodyOf(request);
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!isSecret(bearer ?? body?.secret ?? "")) {
    console.warn("content: a call to refresh it without the right secret");
    return failure("not_authenticated");
  }
  if (!body) return failure("not_json");
  const tag = body.tag ?? new URL(request.url).searchParams.get("tag") ?? contentTag();
  if (!TAGS.includes(tag)) return unknownTag();
  const cause = await obstacle();
  if (cause && tag !== EDITION_TAG) return unavailable(cause);
  // At once: who publishes and looks wants to see it, not the page before it.
  revalidateTag(tag, cause ? "max" : { expire: 0 });
  console.warn(`content: refreshed "${tag}"`);
  return Response.json(
    { revalidated: tag, at: new Date().toISOString() },
    { headers: PRIVATE_HEADERS },
  );
}

import { revalidateTag } from "next/cache";
import { z } from "zod";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { config } from "../../config";
import { failure, PRIVATE_HEADERS, unavailable } from "../failure";
import { bearerOf, isSameSecret } from "../same-secret";
import { readSmall } from "../small-body";
import { contentTag } from "./content";
import { EDITION_TAG } from "./edition";
import { refreshPublished } from "./published";

const TAGS = [contentTag(), ...CONTENT_TYPES.map((type) => contentTag(type)), EDITION_TAG];

const bodySchema = z.object({ tag: z.string().optional(), secret: z.string().optional() });

/** The request body: JSON, or nothing at all (then the query may name the tag). */
function asked(text: string): z.output<typeof bodySchema> | null {
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

const isSecret = (given: string) => isSameSecret(given, config.revalidateSecret);

function withoutSecret(): Response {
  console.warn("content: a call to refresh it without the right secret");
  return failure("not_authenticated");
}

/** Reads which pages exist; returns why that failed, or null. Without it pages cannot be rendered. */
function obstacle(): Promise<unknown> {
  return refreshPublished().then(
    () => null,
    (cause: unknown) => cause,
  );
}

/**
 * `POST /api/revalidate`: content changed, show it. The secret comes as `Authorization: Bearer …` or as
 * `secret` in the JSON body; `tag` (body or query) is `content` for everything (also without a tag) or
 * `content:{type}`, or `edition` for the call's dates. No page is dropped while the content cannot be
 * reached: 503, or, for dates, each is revalidated in the background of its next visit.
 */
export async function revalidate(request: Request): Promise<Response> {
  const bearer = bearerOf(request);
  // A wrong header is enough to refuse: the body is not read.
  if (bearer !== undefined && !isSecret(bearer)) return withoutSecret();
  const text = await readSmall(request);
  if (text instanceof Response) return text;
  const body = asked(text);
  if (bearer === undefined && !isSecret(body?.secret ?? "")) return withoutSecret();
  if (!body) return failure("not_json");
  const tag = body.tag ?? new URL(request.url).searchParams.get("tag") ?? contentTag();
  if (!TAGS.includes(tag)) return unknownTag();
  const cause = await obstacle();
  if (cause && tag !== EDITION_TAG) return unavailable(cause);
  // At once: an editor who publishes and looks wants to see the new page, not the stale one.
  revalidateTag(tag, cause ? "max" : { expire: 0 });
  console.warn(`content: refreshed "${tag}"`);
  return Response.json(
    { revalidated: tag, at: new Date().toISOString() },
    { headers: PRIVATE_HEADERS },
  );
}

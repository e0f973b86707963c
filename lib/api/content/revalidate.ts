import { revalidateTag } from "next/cache";
import { z } from "zod";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { EDITION_TAG } from "@/contract/service";
import { config } from "../../config";
import { PAGED_TYPES } from "../../routes/items";
import { failure, PRIVATE_HEADERS, unavailable } from "../failure";
import { bearerOf, isSameSecret } from "../same-secret";
import { readSmall } from "../small-body";
import { tellOtherNodes } from "../transport";
import { contentTag } from "./content";
import { readEdition } from "./edition";
import { comesFromThisProcess } from "./follow";
import { refreshPublished } from "./published";

const TAGS = [contentTag(), ...CONTENT_TYPES.map((type) => contentTag(type)), EDITION_TAG];

const bodySchema = z.object({
  tag: z.string().optional(),
  secret: z.string().optional(),
  /** What this process asks of itself. */
  tags: z.array(z.string()).optional(),
});

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

/**
 * Reads which pages exist, of the types under the tags where each is one's with pages, and the dates where they are
 * among the tags; returns why that failed, or null. Without it pages cannot be rendered.
 */
async function obstacle(tags: readonly string[]): Promise<unknown> {
  const changed = PAGED_TYPES.filter((type) => tags.includes(contentTag(type)));
  const isAll = changed.length < tags.length;
  try {
    // Pages that are drawn while the database stands still show what was read here.
    await Promise.all([
      refreshPublished(isAll ? undefined : changed),
      tags.includes(EDITION_TAG) && readEdition(),
    ]);
    return null;
  } catch (cause) {
    return cause;
  }
}

/**
 * Has this process make the pages under some tags anew: at once, so that an editor who publishes and looks
 * sees the new page and not the stale one; in the background of their next visit, if the content cannot be read now.
 */
function expire(tags: readonly string[], cause: unknown): void {
  for (const tag of tags) revalidateTag(tag, cause ? "max" : { expire: 0 });
}

/** What another node was told, or a start has to make up for: this process asks it of itself. */
async function refreshHere(request: Request): Promise<Response> {
  const text = await readSmall(request);
  if (text instanceof Response) return text;
  const tags = (asked(text)?.tags ?? []).filter((tag) => TAGS.includes(tag));
  expire(tags, await obstacle(tags));
  return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
}

/**
 * `POST /api/revalidate`: content changed, show it, on every node. The secret comes as `Authorization: Bearer …` or
 * as `secret` in the JSON body; `tag` (body or query) is `content` for everything (also without a tag) or
 * `content:{type}`, or `edition` for the call's dates. No page is dropped while the content cannot be
 * reached: 503, or, for dates, each is revalidated in the background of its next visit.
 */
export async function revalidate(request: Request): Promise<Response> {
  if (comesFromThisProcess(request)) return refreshHere(request);
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
  const cause = await obstacle([tag]);
  if (cause && tag !== EDITION_TAG) return unavailable(cause);
  expire([tag], cause);
  try {
    await tellOtherNodes(tag);
  } catch (error) {
    // Done here, but where there are other nodes they do not know: whoever called has to call again.
    if (config.nodes > 1) return unavailable(error);
    console.error("content: refreshed here alone", error);
  }
  console.warn(`content: refreshed "${tag}"`);
  return Response.json(
    { revalidated: tag, at: new Date().toISOString() },
    { headers: PRIVATE_HEADERS },
  );
}

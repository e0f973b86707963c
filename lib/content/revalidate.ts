import { revalidateTag } from "next/cache";
import { z } from "zod";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { SITE_KEY_HEADER } from "@/contract/peer";
import { EDITION_TAG } from "@/contract/service";
import { failure, PRIVATE_HEADERS, unavailable } from "../api/failure";
import { bearerOf, isSameSecret } from "../api/same-secret";
import { readSmall } from "../api/small-body";
import { publishToOtherInstances } from "../api/transport";
import { config } from "../config";
import { PAGED_TYPES } from "../routes/items";
import { contentTag, outdateLists } from "./content";
import { readEdition } from "./edition";
import { comesFromThisProcess } from "./follow";
import { refreshPublished } from "./published";

const TAGS = [contentTag(), ...CONTENT_TYPES.map((type) => contentTag(type)), EDITION_TAG];

const bodySchema = z.object({
  tag: z.string().optional(),
  secret: z.string().optional(),
  /** Tags in a request of this process to itself, or of a separate back end. */
  tags: z.array(z.string()).optional(),
});

/** Parses the request body: JSON, or an empty body (then the query can name the tag). */
function asked(text: string): z.output<typeof bodySchema> | null {
  if (text.trim() === "") return {};
  try {
    return bodySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the one error that only this route has. */
function unknownTag(): Response {
  const body = { code: "unknown_tag", message: "unknown_tag", data: { status: 400, tags: TAGS } };
  return Response.json(body, { status: 400, headers: PRIVATE_HEADERS });
}

const isSecret = (given: string) => isSameSecret(given, config.revalidateSecret);

/** Whether the separate back end sends the request. */
const comesFromBackend = ({ headers }: Request) =>
  isSameSecret(headers.get(SITE_KEY_HEADER) ?? "", config.backendSecret);

function withoutSecret(): Response {
  console.warn("content: refused a refresh request without the right secret");
  return failure("not_authenticated");
}

/**
 * Reads what pages need before they are rendered: the paths of the types under the tags, and the dates if tagged.
 * Returns the cause of a failure, or null.
 */
async function obstacle(tags: readonly string[]): Promise<unknown> {
  const changed = PAGED_TYPES.filter((type) => tags.includes(contentTag(type)));
  const isAll = changed.length < tags.length;
  outdateLists(tags);
  try {
    // Pages rendered while the database is down show the dates read here.
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
 * Revalidates pages under some tags. Without `cause` they expire immediately, so that an editor sees a published change.
 * With `cause`, they are revalidated in the background of their next visit.
 */
function expire(tags: readonly string[], cause: unknown): void {
  for (const tag of tags) revalidateTag(tag, cause ? "max" : { expire: 0 });
}

/** Handles this process's request to itself, after an invalidation by another instance or after a start. */
async function refreshHere(request: Request): Promise<Response> {
  const text = await readSmall(request);
  if (text instanceof Response) return text;
  const tags = (asked(text)?.tags ?? []).filter((tag) => TAGS.includes(tag));
  expire(tags, await obstacle(tags));
  return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
}

/**
 * Handles `POST /api/revalidate`: shows changed content on every instance. The secret comes as
 * `Authorization: Bearer …` or as `secret` in the JSON body. `tag` (body or query) is `content` (the default),
 * `content:{type}`, or `edition`. While the content cannot be reached no page is dropped: the answer is 503; for
 * `edition`, pages are revalidated in the background of their next visit.
 */
export async function revalidate(request: Request): Promise<Response> {
  if (comesFromThisProcess(request) || comesFromBackend(request)) return refreshHere(request);
  const bearer = bearerOf(request);
  // A wrong header is enough to refuse the request, so the body is not read.
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
    await publishToOtherInstances(tag);
  } catch (error) {
    // This instance is refreshed, but other instances are not. With several instances the caller must retry.
    if (config.nodes > 1) return unavailable(error);
    console.error("content: refreshed on this node only", error);
  }
  console.warn(`content: refreshed "${tag}"`);
  return Response.json(
    { revalidated: tag, at: new Date().toISOString() },
    { headers: PRIVATE_HEADERS },
  );
}

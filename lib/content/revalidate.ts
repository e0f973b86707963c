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
  /** Cache tags in a request that this process sends to itself, or that a separate back end sends. */
  tags: z.array(z.string()).optional(),
});

/** Parses the body of a revalidation request: JSON, or an empty body if the query names the tag. */
function asked(text: string): z.output<typeof bodySchema> | null {
  if (text.trim() === "") return {};
  try {
    return bodySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Returns the error response for an unknown cache tag. The contract lacks this error code, because only this route
 * returns it.
 */
function unknownTag(): Response {
  const body = { code: "unknown_tag", message: "unknown_tag", data: { status: 400, tags: TAGS } };
  return Response.json(body, { status: 400, headers: PRIVATE_HEADERS });
}

const isSecret = (given: string) => isSameSecret(given, config.revalidateSecret);

/** Reports whether a separate back end sent the request. */
const comesFromBackend = ({ headers }: Request) =>
  isSameSecret(headers.get(SITE_KEY_HEADER) ?? "", config.backendSecret);

function withoutSecret(): Response {
  console.warn("content: refused a refresh request without the right secret");
  return failure("not_authenticated");
}

/**
 * Reads what the pages with these cache tags need before they are rendered again: the page paths of the tagged content
 * types, and, for the tag `edition`, the edition's dates. Returns the cause of a failure, or null.
 */
async function obstacle(tags: readonly string[]): Promise<unknown> {
  const changed = PAGED_TYPES.filter((type) => tags.includes(contentTag(type)));
  const isAll = changed.length < tags.length;
  outdateLists(tags);
  try {
    // Read the edition's dates now. If the database goes down later, pages show these dates.
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
 * Revalidates pages with any of these cache tags. If `cause` is null, the pages expire immediately, so that an editor
 * sees a published change. If a read failed with the error `cause`, the next visit to each page revalidates the page in
 * the background.
 */
function expire(tags: readonly string[], cause: unknown): void {
  for (const tag of tags) revalidateTag(tag, cause ? "max" : { expire: 0 });
}

/** Handles the request of this process to itself, after its start or after another instance invalidated pages. */
async function refreshHere(request: Request): Promise<Response> {
  const text = await readSmall(request);
  if (text instanceof Response) return text;
  const tags = (asked(text)?.tags ?? []).filter((tag) => TAGS.includes(tag));
  expire(tags, await obstacle(tags));
  return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
}

/**
 * Handles `POST /api/revalidate`: shows changed content on every instance. The secret is in `Authorization: Bearer …`,
 * or in `secret` of the JSON body. `tag` (body or query) is `content` (the default), `content:{type}`, or `edition`. If
 * the content back end cannot be reached, returns 503 and keeps all pages. After a failure for `edition`, the next
 * visit to each page revalidates the page in the background.
 */
export async function revalidate(request: Request): Promise<Response> {
  if (comesFromThisProcess(request) || comesFromBackend(request)) return refreshHere(request);
  const bearer = bearerOf(request);
  // A wrong secret in the header is enough to reject the request, so the body is not read.
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
    // The message to the other instances failed, so only this instance has refreshed its pages. With several instances,
    // respond with 503, so that the caller retries.
    if (config.nodes > 1) return unavailable(error);
    console.error("content: refreshed on this node only", error);
  }
  console.warn(`content: refreshed "${tag}"`);
  return Response.json(
    { revalidated: tag, at: new Date().toISOString() },
    { headers: PRIVATE_HEADERS },
  );
}

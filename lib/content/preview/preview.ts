import { cookies, draftMode, headers } from "next/headers";
import { cache } from "react";
import { type PreviewItem, previewSchema } from "@/contract/content/preview";
import { PRIVATE_HEADERS, refuse } from "../../api/failure";
import { comesFromSite } from "../../api/session/origin";
import { readSmall } from "../../api/small-body";
import { config } from "../../config";
import { isRevoked } from "../../middleware/preview-links";
import { placeOf } from "../../routes/path";
import { afterPreview, previewPath } from "../../routes/preview";
import { mayBePublished } from "../../routes/published";
import type { Refusal } from "./preview-refused";
import { DRAFT_COOKIE, previewOf, readTicket, TICKET, ticketOf } from "./preview-ticket";
import { openPreviewed } from "./previewed";

/** Headers of every preview response: no caching, no indexing, no referrer. */
const HEADERS = {
  ...PRIVATE_HEADERS,
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/**
 * Returns the content item that this render previews. Returns null without a preview, in which case no cookie is read.
 */
export const currentPreview = cache(async (): Promise<PreviewItem | null> => {
  // Draft mode is checked first, because a page that reads cookies outside a preview cannot be prerendered.
  if (!(await draftMode()).isEnabled) return null;
  const item = await readTicket((await cookies()).get(TICKET)?.value);
  return item && !(await isRevoked(item)) ? item : null;
});

/**
 * Reports whether a preview is shown in a frame, as in the side panel of WordPress. Call this function in previews
 * only, because a page that reads headers cannot be prerendered.
 */
export async function isFramed(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") === "iframe";
}

/**
 * Returns the options of a preview's cookies. In a frame of another site, browsers send only cookies with
 * `SameSite=None`. With `Partitioned`, browsers also send the cookies if the user blocks third-party cookies.
 */
function cookieOptions({ headers }: Request, path: string, maxAge: number) {
  const isForeign =
    headers.get("sec-fetch-dest") === "iframe" && headers.get("sec-fetch-site") === "cross-site";
  const options = { path, httpOnly: true, maxAge };
  return isForeign
    ? ({ ...options, sameSite: "none", secure: true, partitioned: true } as const)
    : ({ ...options, sameSite: "lax", secure: config.secure } as const);
}

/**
 * Handles `GET /api/preview?type&slug&lang&expires&id&signature`: until the link expires, this browser sees the content
 * item's unpublished state. Returns the reason if the link opens nothing.
 */
export async function enterPreview(request: Request): Promise<Response | Refusal> {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const item = await previewOf(given);
  if (!item) return "refused";
  // The redirect's path is built from the content item alone, so that the link cannot lead elsewhere.
  const path = previewPath(item);
  if (!path) return "page";
  const revoked = await isRevoked(item).catch((error) => {
    console.error(error);
    return null;
  });
  if (revoked === null) return "unchecked";
  const jar = await cookies();
  if (revoked) {
    for (const name of [DRAFT_COOKIE, TICKET]) jar.set(name, "", cookieOptions(request, path, 0));
    return "revoked";
  }
  const refusal = await missingOf(item);
  if (refusal) return refusal;
  (await draftMode()).enable();
  const draft = jar.get(DRAFT_COOKIE)?.value ?? "";
  const left = Math.max(1, Math.floor(item.expires - Date.now() / 1000));
  const options = cookieOptions(request, path, left);
  // Next's own draft cookie would last until the browser closes, and browsers would send it to every page.
  jar.set(DRAFT_COOKIE, draft, options);
  jar.set(TICKET, ticketOf(item, given.signature ?? ""), options);
  return new Response(null, { status: 307, headers: { ...HEADERS, Location: path } });
}

/** Returns the reason why a preview link's item has no text to preview, or null if the item has a text. */
async function missingOf(item: PreviewItem): Promise<Refusal | null> {
  try {
    return (await openPreviewed(item)) ? null : "missing";
  } catch (error) {
    console.error(error);
    return "unread";
  }
}

/**
 * Handles `POST /api/preview` with `type`, `slug`, and `lang` from the form on the page: ends the preview. Returns null
 * if the values name no content item.
 */
export async function leavePreview(request: Request): Promise<Response | null> {
  const form = await readSmall(request);
  if (form instanceof Response) return form;
  if (!comesFromSite(request, { siteUrl: config.siteUrl, acceptOwnHost: config.acceptOwnHost })) {
    return refuse(request, "forbidden_origin");
  }
  const given = Object.fromEntries(new URLSearchParams(form));
  const item = previewSchema.omit({ expires: true, id: true }).safeParse(given).data;
  const path = item && previewPath(item);
  if (!path) return null;
  const jar = await cookies();
  for (const name of [DRAFT_COOKIE, TICKET]) jar.set(name, "", cookieOptions(request, path, 0));
  const location = mayBePublished(placeOf(path)) ? path : (afterPreview(item) ?? "/");
  return new Response(null, { status: 303, headers: { ...HEADERS, Location: location } });
}

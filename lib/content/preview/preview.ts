import { cookies, draftMode } from "next/headers";
import { cache } from "react";
import { type PreviewItem, previewSchema } from "@/contract/content/preview";
import { PRIVATE_HEADERS, refuse } from "../../api/failure";
import { comesFromSite } from "../../api/session/origin";
import { readSmall } from "../../api/small-body";
import { config } from "../../config";
import { placeOf } from "../../routes/path";
import { afterPreview, previewPath } from "../../routes/preview";
import { mayBePublished } from "../../routes/published";
import { DRAFT_COOKIE, previewOf, readTicket, TICKET, ticketOf } from "./preview-ticket";

/** Headers of every preview response: not cached, not indexed, no referrer. */
const HEADERS = {
  ...PRIVATE_HEADERS,
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** Returns the item that this render previews. Null without a preview, and then without reading cookies. */
export const currentPreview = cache(async (): Promise<PreviewItem | null> => {
  // Check draft mode first: a page that reads cookies outside a preview cannot be prerendered.
  if (!(await draftMode()).isEnabled) return null;
  return readTicket((await cookies()).get(TICKET)?.value);
});

/**
 * Handles `GET /api/preview?type&slug&lang&expires&signature`: until the link expires, this browser sees the item's
 * unpublished state. Null for an invalid link, without naming the reason.
 */
export async function enterPreview(request: Request): Promise<Response | null> {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const item = await previewOf(given);
  // Build the path from the item alone, so that the link cannot redirect elsewhere.
  const path = item && previewPath(item);
  if (!item || !path) return null;
  (await draftMode()).enable();
  const jar = await cookies();
  const draft = jar.get(DRAFT_COOKIE)?.value ?? "";
  const options = {
    path,
    httpOnly: true,
    sameSite: "lax",
    secure: config.secure,
    maxAge: Math.max(1, Math.floor(item.expires - Date.now() / 1000)),
  } as const;
  // Next's own cookie would last until the browser closes, and would be sent to every page.
  jar.set(DRAFT_COOKIE, draft, options);
  jar.set(TICKET, ticketOf(item, given.signature ?? ""), options);
  return new Response(null, { status: 307, headers: { ...HEADERS, Location: path } });
}

/**
 * Handles `POST /api/preview` with `type`, `slug`, and `lang` from the form on the page: ends the preview. Null when
 * the values name no item.
 */
export async function leavePreview(request: Request): Promise<Response | null> {
  const form = await readSmall(request);
  if (form instanceof Response) return form;
  if (!comesFromSite(request, { siteUrl: config.siteUrl, acceptOwnHost: config.acceptOwnHost })) {
    return refuse(request, "forbidden_origin");
  }
  const given = Object.fromEntries(new URLSearchParams(form));
  const item = previewSchema.omit({ expires: true }).safeParse(given).data;
  const path = item && previewPath(item);
  if (!path) return null;
  const jar = await cookies();
  const over = { path, httpOnly: true, sameSite: "lax", secure: config.secure, maxAge: 0 } as const;
  jar.set(DRAFT_COOKIE, "", over);
  jar.set(TICKET, "", over);
  const location = mayBePublished(placeOf(path)) ? path : (afterPreview(item) ?? "/");
  return new Response(null, { status: 303, headers: { ...HEADERS, Location: location } });
}

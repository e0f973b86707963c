import { cookies, draftMode } from "next/headers";
import { cache } from "react";
import { type PreviewItem, previewSchema } from "@/contract/preview";
import { config } from "../config";
import { placeOf } from "../routes/path";
import { afterPreview, previewPath } from "../routes/preview";
import { mayBePublished } from "../routes/published";
import { PRIVATE_HEADERS } from "./failure";
import { DRAFT_COOKIE, previewOf, readTicket, TICKET, ticketOf } from "./preview-ticket";

/** Headers of every answer about previews: nobody keeps it, nobody lists it, no address is told on. */
const HEADERS = {
  ...PRIVATE_HEADERS,
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** The item whose preview this rendering is; null for everybody else, and then without a look at cookies. */
export const currentPreview = cache(async (): Promise<PreviewItem | null> => {
  // Asked first: a page that reads cookies outside of a preview is no longer finished beforehand.
  if (!(await draftMode()).isEnabled) return null;
  return readTicket((await cookies()).get(TICKET)?.value);
});

/**
 * `GET /api/preview?type&slug&lang&expires&signature`: from now on, and until the link ends, this
 * browser sees the item's page as it will be. Null when the link is not good: one answer for every
 * reason.
 */
export async function enterPreview(request: Request): Promise<Response | null> {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const item = await previewOf(given);
  // Made from the item alone: no address in the link leads anywhere.
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
  // Next's own would stay until the browser is closed, and go to every page.
  jar.set(DRAFT_COOKIE, draft, options);
  jar.set(TICKET, ticketOf(item, given.signature ?? ""), options);
  return new Response(null, { status: 307, headers: { ...HEADERS, Location: path } });
}

/** `POST /api/preview` with `type`, `slug` and `lang` of the form on the page: the preview is over. */
export async function leavePreview(request: Request): Promise<Response | null> {
  const form = await request.formData().catch(() => null);
  const given = Object.fromEntries(form?.entries() ?? []);
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

import { isPreviewGood, type PreviewItem, previewSchema } from "@/contract/content/preview";
import { config } from "../../config";

/*
 * Preview state of a browser: the signed link in an httpOnly cookie. The browser sends the cookie only to the item's
 * page, and the cookie expires with the link. Next's draft cookie is not enough, because it contains neither an item
 * nor an expiry.
 */

/** Name of the cookie that contains the preview link. */
export const TICKET = "preview";
/** Name of the cookie for Next's draft mode. */
export const DRAFT_COOKIE = "__prerender_bypass";

/** Values of a preview link, as received from a query, form, or cookie. */
export type Given = Readonly<Record<string, string | null | undefined>>;

/** Returns the content item of a preview link that is signed and not expired. Returns null for other links. */
export async function previewOf(given: Given, now = Date.now()): Promise<PreviewItem | null> {
  const { data } = previewSchema.safeParse(given);
  if (!data) return null;
  for (const secret of config.previewSecrets) {
    if (await isPreviewGood(data, given.signature ?? "", { secret, now })) return data;
  }
  return null;
}

/** Encodes a preview link as the value of a cookie. */
export function ticketOf(item: PreviewItem, signature: string): string {
  const { type, slug, lang, expires, id } = item;
  return [type, slug, lang, expires, signature, ...(id ? [id] : [])].join(".");
}

/**
 * Returns the content item in the preview cookie's value. Returns null if the link in the cookie is invalid or expired.
 */
export async function readTicket(
  value: string | undefined,
  now?: number,
): Promise<PreviewItem | null> {
  return value ? previewOf(linkIn(value), now) : null;
}

/** Returns the preview link's values from the value of the preview cookie. */
export function linkIn(value: string): Given {
  const [type, slug, lang, expires, signature, id] = value.split(".");
  return { type, slug, lang, expires, signature, ...(id && { id }) };
}

/** Removes Next's draft cookie from a Cookie header. */
export function withoutDraft(header: string): string {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => !pair.startsWith(`${DRAFT_COOKIE}=`)).join("; ");
}

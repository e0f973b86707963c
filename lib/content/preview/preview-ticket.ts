import { isPreviewGood, type PreviewItem, previewSchema } from "@/contract/content/preview";
import { config } from "../../config";
import { previewPath } from "../../routes/preview";

/*
 * The preview state of a browser: the signed link itself, in an httpOnly cookie that is sent only to the item's page
 * and expires with the link. Next's draft cookie alone is not enough, because it names neither an item nor an expiry.
 */

/** The name of the cookie that contains the preview link. */
export const TICKET = "preview";
/** The name of the cookie of Next's draft mode. */
export const DRAFT_COOKIE = "__prerender_bypass";

/** A link's values as received from a query, form, or cookie. */
export type Given = Readonly<Record<string, string | null | undefined>>;

/** Returns the item of a link that is signed, not expired, and has a page. Null for any other link. */
export async function previewOf(given: Given, now = Date.now()): Promise<PreviewItem | null> {
  const { data } = previewSchema.safeParse(given);
  if (!data || !previewPath(data)) return null;
  for (const secret of config.previewSecrets) {
    if (await isPreviewGood(data, given.signature ?? "", { secret, now })) return data;
  }
  return null;
}

/** Encodes a link as the cookie's value. */
export function ticketOf(item: PreviewItem, signature: string): string {
  const { type, slug, lang, expires, id } = item;
  return [type, slug, lang, expires, signature, ...(id ? [id] : [])].join(".");
}

/** Returns the item of a cookie's value. Null when the link is invalid or expired. */
export async function readTicket(
  value: string | undefined,
  now?: number,
): Promise<PreviewItem | null> {
  return value ? previewOf(linkIn(value), now) : null;
}

/** Returns the link's values in a cookie's value. */
export function linkIn(value: string): Given {
  const [type, slug, lang, expires, signature, id] = value.split(".");
  return { type, slug, lang, expires, signature, ...(id && { id }) };
}

/** Removes Next's draft cookie from a Cookie header. */
export function withoutDraft(header: string): string {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => !pair.startsWith(`${DRAFT_COOKIE}=`)).join("; ");
}

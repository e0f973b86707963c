import { z } from "zod";
import { PREVIEW_MAX_SECONDS, previewSchema } from "./preview";

/*
 * Requests to the back end about shared preview links, which the back end stores while they are valid. The site sends
 * the requests for the WordPress plugin, the preview command, and each visitor who opens such a link.
 */

export const PREVIEW_MAX_HOURS = PREVIEW_MAX_SECONDS / 3600;

const issue = z.object({
  action: z.literal("issue"),
  item: previewSchema.pick({ type: true, slug: true, lang: true }),
  hours: z.coerce.number().positive().max(PREVIEW_MAX_HOURS),
  /** Creator of the preview link: a user name from WordPress, or "command". */
  by: z.string().trim().min(1).max(200),
});
const list = z.object({ action: z.literal("list") });
const revoke = z.object({ action: z.literal("revoke"), id: z.union([z.uuid(), z.literal("all")]) });
const check = z.object({ action: z.literal("check"), id: z.uuid() });

/** Actions on preview links that an editor can request. */
export const editorsRequest = z.discriminatedUnion("action", [issue, list, revoke]);
/** Actions on preview links that the site can request from the back end. `check` finds one valid link. */
export const previewLinksRequest = z.discriminatedUnion("action", [issue, list, revoke, check]);
export type PreviewLinksRequest = z.output<typeof previewLinksRequest>;

const storedLink = previewSchema.required({ id: true }).extend({
  by: z.string(),
  createdAt: z.iso.datetime(),
});
/** Preview links in the response: the new link, the valid links, the revoked links, or the link that `check` found. */
export const storedLinks = z.array(storedLink);
export type StoredLink = z.output<typeof storedLink>;

import { z } from "zod";
import { PREVIEW_MAX_SECONDS, previewSchema } from "./preview";

/*
 * The preview links for others, which the back end stores while they are valid. The site asks for them on behalf of the
 * plugin, of the command, and of each visitor with such a link.
 */

export const PREVIEW_MAX_HOURS = PREVIEW_MAX_SECONDS / 3600;

const issue = z.object({
  action: z.literal("issue"),
  item: previewSchema.pick({ type: true, slug: true, lang: true }),
  hours: z.coerce.number().positive().max(PREVIEW_MAX_HOURS),
  /** Who made the link: a name from WordPress, or "command". */
  by: z.string().trim().min(1).max(200),
});
const list = z.object({ action: z.literal("list") });
const revoke = z.object({ action: z.literal("revoke"), id: z.union([z.uuid(), z.literal("all")]) });
const check = z.object({ action: z.literal("check"), id: z.uuid() });

/** What an editor can ask. */
export const editorsRequest = z.discriminatedUnion("action", [issue, list, revoke]);
/** What the site asks the back end. `check` finds one valid link. */
export const previewLinksRequest = z.discriminatedUnion("action", [issue, list, revoke, check]);
export type PreviewLinksRequest = z.output<typeof previewLinksRequest>;

const storedLink = previewSchema.required({ id: true }).extend({
  by: z.string(),
  createdAt: z.iso.datetime(),
});
/** The answer to every action: the new, the valid, the revoked, or the found links. */
export const storedLinks = z.array(storedLink);
export type StoredLink = z.output<typeof storedLink>;

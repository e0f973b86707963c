import { z } from "zod";
import { requiredLine } from "../fields";

/*
 * Schemas of tags in responses and filters. This file is separate from the tags' endpoints, so that a page
 * with a list does not load the endpoints.
 */

/** Maximum length of a tag's name, in characters. */
export const TAG_NAME_MAX = 40;
/** Maximum number of tags per edition. */
export const TAGS_MAX = 60;
/** Maximum number of tags that one action adds to applications or removes from them. */
export const TAGS_AT_ONCE = 20;

/** Colours of tags. A tag always shows its name too. */
export const TAG_COLOURS = ["pink", "yellow", "green", "blue", "red", "grey"] as const;
export type TagColour = (typeof TAG_COLOURS)[number];

const choice = { error: "invalid_choice" } as const;
export const colourSchema = z.enum(TAG_COLOURS, choice);
export const tagNameSchema = requiredLine(TAG_NAME_MAX);
export const tagIdSchema = z.uuid(choice);

export const tagSchema = z
  .object({ id: z.string(), name: z.string(), colour: colourSchema })
  .meta({ id: "Tag" });
export type Tag = z.infer<typeof tagSchema>;

/** Filter of applications by a tag's id. `none` matches applications without tags. */
export const tagFilterSchema = z.union([z.literal("none"), tagIdSchema], choice);

export const tagListSchema = z
  .array(tagIdSchema, { error: "invalid_type" })
  .max(TAGS_AT_ONCE, { error: "too_many" });

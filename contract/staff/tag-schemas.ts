import { z } from "zod";
import { requiredLine } from "../fields";

/* Tags in other answers and filters, apart from their endpoints, so that a list need not load them. */

/** Maximum length of a tag's name, in characters. */
export const TAG_NAME_MAX = 40;
/** Maximum number of tags per edition. */
export const TAGS_MAX = 60;
/** Maximum number of tags that one action adds or removes. */
export const TAGS_AT_ONCE = 20;

/** Colours of tags. The name always accompanies the colour. */
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

/** Filter by a tag's id; `none` is an application without tags. */
export const tagFilterSchema = z.union([z.literal("none"), tagIdSchema], choice);

export const tagListSchema = z
  .array(tagIdSchema, { error: "invalid_type" })
  .max(TAGS_AT_ONCE, { error: "too_many" });

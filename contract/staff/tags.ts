import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { requiredLine } from "../fields";
import { action } from "./preview";

/* Tags: how staff mark the applications of an edition. Applicants and evaluators never see them. */

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
const colour = z.enum(TAG_COLOURS, choice);
const name = requiredLine(TAG_NAME_MAX);
const tagId = z.uuid(choice);

export const tagSchema = z.object({ id: z.string(), name: z.string(), colour }).meta({ id: "Tag" });
export type Tag = z.infer<typeof tagSchema>;

/** Filter by a tag's id; `none` is an application without tags. */
export const tagFilterSchema = z.union([z.literal("none"), tagId], choice);

export const tagListSchema = z
  .array(tagId, { error: "invalid_type" })
  .max(TAGS_AT_ONCE, { error: "too_many" });

export const listTags = endpoint({
  name: "listTags",
  method: "GET",
  path: "wp/v2/staff/tags",
  summary: "The tags of an edition by name, each with the number of its applications",
  access: "staff",
  query: editionQuery,
  answer: {
    status: 200,
    json: z.object({
      edition: z.int(),
      /** True for the edition whose tags staff can change. */
      current: z.boolean(),
      /** `count` excludes withdrawn applications, as the list does. */
      tags: z.array(tagSchema.extend({ count: z.int().min(0) })),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const createTag = endpoint({
  name: "createTag",
  method: "POST",
  path: "wp/v2/staff/tags",
  summary: "A new tag of the current edition; its name is unique regardless of case and accents",
  access: "staff",
  body: z.object({ name, colour: colour.optional() }),
  answer: { status: 201, json: tagSchema },
  errors: ["invalid_fields", "not_found"],
});

const id = "wp/v2/staff/tags/{id}";
const CLICK = { step: "click" } as const;

export const changeTag = action({
  name: "changeTag",
  path: id,
  summary: "Give a tag another name or colour",
  confirm: CLICK,
  input: { name, colour },
});

export const mergeTag = action({
  name: "mergeTag",
  path: `${id}/merge`,
  summary: "Merge a tag into another one: its applications and saved views get the other tag",
  confirm: CLICK,
  input: { into: tagId },
});

export const deleteTag = action({
  name: "deleteTag",
  path: `${id}/deletion`,
  summary: "Delete a tag, and remove it from its applications",
  confirm: CLICK,
});

export const tagEndpoints = [listTags, createTag, changeTag, mergeTag, deleteTag];

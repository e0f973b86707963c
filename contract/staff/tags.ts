import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { action } from "./preview";
import { colourSchema, tagIdSchema, tagNameSchema, tagSchema } from "./tag-schemas";

/* Tags with which staff mark applications of an edition. Applicants and evaluators never see tags. */

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
      /** True for the current edition. Staff can change only the current edition's tags. */
      current: z.boolean(),
      /** Tags of the edition. `count` is the number of applications with the tag, without withdrawn ones. */
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
  body: z.object({ name: tagNameSchema, colour: colourSchema.optional() }),
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
  input: { name: tagNameSchema, colour: colourSchema },
});

export const mergeTag = action({
  name: "mergeTag",
  path: `${id}/merge`,
  summary: "Merge a tag into another one: its applications and saved views get the other tag",
  confirm: CLICK,
  input: { into: tagIdSchema },
});

export const deleteTag = action({
  name: "deleteTag",
  path: `${id}/deletion`,
  summary: "Delete a tag, and remove it from its applications",
  confirm: CLICK,
});

export const tagEndpoints = [listTags, createTag, changeTag, mergeTag, deleteTag];

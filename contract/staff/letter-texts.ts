import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, requiredLine, wrongType } from "../fields";
import { letterTextsSchema } from "./letters";

/* Saved letter texts in all languages, which all staff share. */

export const LETTER_TEXTS_MAX = 100;
const TEXT_NAME_MAX = 80;

export const letterTextSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    texts: letterTextsSchema,
    /** Time of the last change. A client sends this time back to replace this version of the saved letter text. */
    changed_at: instantSchema,
  })
  .meta({ id: "StaffLetterText" });
export type SavedLetterText = z.infer<typeof letterTextSchema>;

export const listLetterTexts = endpoint({
  name: "listLetterTexts",
  method: "GET",
  path: "wp/v2/staff/letter-texts",
  summary: "The kept texts of letters, for all staff, by name",
  access: "staff",
  answer: { status: 200, json: z.object({ texts: z.array(letterTextSchema) }) },
});

export const keepLetterText = endpoint({
  name: "keepLetterText",
  method: "POST",
  path: "wp/v2/staff/letter-texts",
  summary: "Keep the text of a letter under a name, for all staff; or replace one that was read",
  access: "staff",
  body: z.object({
    name: requiredLine(TEXT_NAME_MAX),
    texts: letterTextsSchema,
    /** The saved letter text to replace, with the `changed_at` of the version that the user read. */
    replaces: z.object({ id: z.uuid(wrongType), changed_at: instantSchema }).optional(),
  }),
  answer: { status: 201, json: letterTextSchema },
  errors: ["invalid_fields", "not_found", "version_conflict"],
});

export const removeLetterText = endpoint({
  name: "removeLetterText",
  method: "DELETE",
  path: "wp/v2/staff/letter-texts/{id}",
  summary: "Keep a text of a letter no longer",
  access: "staff",
  answer: { status: 204 },
  errors: ["not_found"],
});

export const letterTextEndpoints = [listLetterTexts, keepLetterText, removeLetterText];

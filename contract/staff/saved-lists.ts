import { z } from "zod";
import { endpoint } from "../endpoint";
import { line, requiredLine, URL_MAX } from "../fields";
import { applicationsQuerySchema } from "./applications";
import { mailsFilterSchema } from "./mails";
import { peopleFilterSchema } from "./people";

/*
 * Saved views: filters of a list that a staff member saves under a name. A view contains no search text,
 * because the text can name a person. That person's data can be erased later.
 */

/** Lists that have saved views, with the filters, the order, and the columns that their addresses can contain. */
const FILTERS = {
  applications: applicationsQuerySchema.omit({
    ...{ search: true, after: true, before: true, per_page: true },
  }),
  people: peopleFilterSchema.omit({ search: true }),
  mails: mailsFilterSchema.omit({ search: true }),
} as const;
export const SAVED_LISTS = Object.keys(FILTERS) as [SavedList, ...SavedList[]];
export type SavedList = keyof typeof FILTERS;

/** Maximum number of saved views per person and list. */
export const SAVED_MAX = 8;
export const SAVED_NAME_MAX = 40;

/** Reports whether a query has at least one filter and only filters of the list. */
export function isFilterOf(list: SavedList, query: Record<string, string>): boolean {
  const isKnown = FILTERS[list].partial().strict().safeParse(query).success;
  return isKnown && Object.keys(query).length > 0;
}

const list = z.enum(SAVED_LISTS, { error: "invalid_choice" });
const query = z.record(z.string(), line(URL_MAX), { error: "invalid_type" });

export const savedListSchema = z
  .object({ id: z.string(), list, name: z.string(), query })
  .meta({ id: "SavedList" });
export type SavedListRow = z.infer<typeof savedListSchema>;

export const listSavedLists = endpoint({
  name: "listSavedLists",
  method: "GET",
  path: "wp/v2/staff/saved-lists",
  summary: "The filters that the caller keeps, list by list, in the order they were kept",
  access: "staff",
  answer: { status: 200, json: z.object({ lists: z.array(savedListSchema) }) },
});

export const saveList = endpoint({
  name: "saveList",
  method: "POST",
  path: "wp/v2/staff/saved-lists",
  summary:
    "Keep a list's filters under a name, for oneself alone; the same name again keeps others",
  access: "staff",
  body: z.object({ list, name: requiredLine(SAVED_NAME_MAX), query }),
  answer: { status: 201, json: savedListSchema },
  errors: ["invalid_fields"],
});

export const removeSavedList = endpoint({
  name: "removeSavedList",
  method: "DELETE",
  path: "wp/v2/staff/saved-lists/{id}",
  summary: "Keep one of one's own no longer",
  access: "staff",
  answer: { status: 204 },
  errors: ["not_found"],
});

export const savedListEndpoints = [listSavedLists, saveList, removeSavedList];

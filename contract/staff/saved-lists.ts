import { z } from "zod";
import { endpoint } from "../endpoint";
import { booleanSchema, line, requiredLine, URL_MAX } from "../fields";

/*
 * Saved views: filters of a list that a staff member saves under a name, privately or for all colleagues. A saved view
 * contains no search text, because the text could name a person whose data must be erasable.
 */

export const SAVED_LISTS = ["applications", "people", "mails"] as const;
export type SavedList = (typeof SAVED_LISTS)[number];

/** Maximum number of saved views per staff member and list. */
export const SAVED_MAX = 8;
export const SAVED_NAME_MAX = 40;

/**
 * Parts of a saved view's filter that no longer exist: a tag, a colleague, or another filter parameter or value
 * (`filter`).
 */
export const BROKEN_FILTERS = ["tag", "owner", "filter"] as const;

const list = z.enum(SAVED_LISTS, { error: "invalid_choice" });
const query = z.record(z.string(), line(URL_MAX), { error: "invalid_type" });
const name = requiredLine(SAVED_NAME_MAX);

export const savedListSchema = z
  .object({
    id: z.string(),
    list,
    name: z.string(),
    query,
    /** Whether all colleagues see the saved view. */
    shared: z.boolean(),
    /** True if the caller of the endpoint saved the view. */
    own: z.boolean(),
    /** Name of the colleague who saved the view; empty if the account was erased. */
    by: z.string(),
    /**
     * Whether the caller can change and delete the saved view. The colleague who saved the view always can; directors
     * can also change and delete shared views.
     */
    editable: z.boolean(),
    /** Whether the caller hides this shared view from the list of views. */
    hidden: z.boolean(),
    /** Part of the saved view's filter that no longer exists; null if the view still works. */
    broken: z.enum(BROKEN_FILTERS).nullable(),
  })
  .meta({ id: "SavedList" });
export type SavedListRow = z.infer<typeof savedListSchema>;

export const listSavedLists = endpoint({
  name: "listSavedLists",
  method: "GET",
  path: "wp/v2/staff/saved-lists",
  summary:
    "The saved filters of the caller in the order they were saved, then those that colleagues share",
  access: "staff",
  answer: { status: 200, json: z.object({ lists: z.array(savedListSchema) }) },
});

export const saveList = endpoint({
  name: "saveList",
  method: "POST",
  path: "wp/v2/staff/saved-lists",
  summary:
    "Save a list's filters under a name, for oneself or for all colleagues; the same name again replaces them",
  access: "staff",
  body: z.object({ list, name, query, shared: booleanSchema.optional() }),
  answer: { status: 201, json: savedListSchema },
  errors: ["invalid_fields"],
});

export const changeSavedList = endpoint({
  name: "changeSavedList",
  method: "POST",
  path: "wp/v2/staff/saved-lists/{id}",
  summary: "Rename saved filters, share them, or stop sharing them",
  access: "staff",
  body: z.object({ name: name.optional(), shared: booleanSchema.optional() }),
  answer: { status: 200, json: savedListSchema },
  errors: ["invalid_fields", "not_found"],
});

export const hideSavedList = endpoint({
  name: "hideSavedList",
  method: "POST",
  path: "wp/v2/staff/saved-lists/{id}/hiding",
  summary: "Hide a shared view from the own tabs, or show it again",
  access: "staff",
  body: z.object({ hidden: booleanSchema }),
  answer: { status: 204 },
  errors: ["invalid_fields", "not_found"],
});

export const removeSavedList = endpoint({
  name: "removeSavedList",
  method: "DELETE",
  path: "wp/v2/staff/saved-lists/{id}",
  summary: "Delete saved filters: one's own, or as a director shared ones",
  access: "staff",
  answer: { status: 204 },
  errors: ["not_found"],
});

export const savedListEndpoints = [
  listSavedLists,
  saveList,
  changeSavedList,
  hideSavedList,
  removeSavedList,
];

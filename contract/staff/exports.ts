import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";

/* What all exports of tables for staff have in common. The columns are in export-columns.ts. */

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_LISTS = [
  "applications",
  "selection",
  "evaluators",
  "people",
  "mails",
  "requests",
  "whitepaper",
  "log",
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

const choice = { error: "invalid_choice" } as const;

/**
 * Query parameters of an export besides its filter: the file format, and the columns with commas between them. The back end
 * refuses columns that the table does not have.
 */
export const exportOptions = {
  format: z.enum(EXPORT_FORMATS, choice).default("csv"),
  columns: z
    .string()
    .regex(/^\w+(?:,\w+)*$/, choice)
    .optional(),
};

/** Rows of a table of applications: one per project, or one per project and evaluator with all scores. */
export const EXPORT_ROWS = ["projects", "scores"] as const;
export const exportRows = z.enum(EXPORT_ROWS, choice).default("projects");

/** Answer of an export. `X-WP-Total` is the number of rows. */
export const exportAnswer = {
  status: 200,
  bytes: "application/octet-stream",
  headers: ["X-WP-Total"],
} as const;

export const getExportColumns = endpoint({
  name: "getExportColumns",
  method: "GET",
  path: "wp/v2/staff/exports",
  summary: "The columns that a table can have, and those it has unless others are chosen",
  access: "staff",
  query: editionQuery.extend({ list: z.enum(EXPORT_LISTS, choice).default("applications") }),
  answer: {
    status: 200,
    json: z.object({
      /** Groups of columns. `locked`: staff cannot read the ranking yet. */
      groups: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          locked: z.boolean(),
          columns: z.array(z.object({ name: z.string(), title: z.string(), usual: z.boolean() })),
        }),
      ),
      /** True if the table can have one row per project and evaluator. */
      scores: z.boolean(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

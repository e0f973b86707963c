import { z } from "zod";
import { line, URL_MAX } from "../fields";

/* Options that all table exports for staff share. The columns are in exports.ts. */

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const choice = { error: "invalid_choice" } as const;

/**
 * Query parameters of a table export besides its filter: the file format, and the columns separated by commas. The back
 * end rejects columns that the table does not have.
 */
export const exportOptions = {
  format: z.enum(EXPORT_FORMATS, choice).default("csv"),
  columns: line(URL_MAX)
    .regex(/^\w+(?:,\w+)*$/, choice)
    .optional(),
};

/**
 * Rows of an export of applications. `projects`: one row per project. `scores`: one row per project and evaluator, with
 * the evaluator's scores.
 */
export const EXPORT_ROWS = ["projects", "scores"] as const;
export const exportRows = z.enum(EXPORT_ROWS, choice).default("projects");

/** Response of a table export. `X-WP-Total` is the number of rows. */
export const exportAnswer = {
  status: 200,
  bytes: "application/octet-stream",
  headers: ["X-WP-Total"],
} as const;

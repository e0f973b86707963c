import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, line } from "../fields";
import { LANGUAGES } from "../languages";
import { daySchema } from "./data-requests";
import { exportAnswer, exportOptions } from "./export-options";
import { pagedBy } from "./paged";

/* Endpoints for staff about whitepaper requests. */

const WHITEPAPER_PER_PAGE = 15;

export const whitepaperFilterSchema = z.object({
  /** Search words. Each word must occur in the person's name, email address, or company. */
  search: line(200).optional(),
});

const whitepaperQuerySchema = whitepaperFilterSchema.extend(pagedBy(WHITEPAPER_PER_PAGE));

export const whitepaperRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    company: z.string(),
    role: z.string(),
    newsletter: z.boolean(),
    language: z.enum(LANGUAGES),
    asked_at: instantSchema,
    /**
     * Id of the account with the email address of the whitepaper request; null if there is none.
     */
    person: z.string().nullable(),
  })
  .meta({ id: "WhitepaperRequest" });
export type WhitepaperRow = z.infer<typeof whitepaperRowSchema>;

export const listWhitepaper = endpoint({
  name: "listWhitepaper",
  method: "GET",
  path: "wp/v2/staff/whitepaper",
  summary: "Who has asked for the whitepaper, the last first",
  access: "staff",
  query: whitepaperQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      requests: z.array(whitepaperRowSchema),
      total: z.int(),
      /** Today's date in Rome, which is the latest valid date of a data request about an email address. */
      today: daySchema,
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields"],
});

export const exportWhitepaper = endpoint({
  name: "exportWhitepaper",
  method: "GET",
  path: "wp/v2/staff/whitepaper/export",
  summary: "The same requests as a table",
  access: "staff",
  query: whitepaperFilterSchema.extend(exportOptions),
  answer: exportAnswer,
  errors: ["invalid_fields", "proof_required", "key_required"],
});

export const whitepaperEndpoints = [listWhitepaper, exportWhitepaper];

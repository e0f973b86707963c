import { z } from "zod";
import { instantSchema } from "./fields";
import { editionSchema } from "./project/project-schemas";

/** The tag of the public pages that show the call's dates: what a refresh of them names. */
export const EDITION_TAG = "edition";

/** What the index (GET /wp-json/) says about the current edition, for the public pages; our addition. */
export const indexSchema = z.object({
  name: z.string(),
  edition: editionSchema
    .omit({ afterSending: true })
    .extend({
      /** What follows the applications, where it is known: otherwise by the programme's rule. */
      evaluationOpensAt: instantSchema.nullish(),
      evaluationClosesAt: instantSchema.nullish(),
      awardedAt: instantSchema.nullish(),
    })
    .nullish(),
});

const partSchema = z.enum(["up", "down"]);

/** What GET /wp-json/health and the site's /api/health say: ok, degraded, or down with its database. */
export const healthSchema = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  database: partSchema,
  mail: partSchema,
  disk: partSchema,
  /** Down: this node's clock is off the database's, which decides what is in time. */
  clock: partSchema.optional(),
});
export type Health = z.infer<typeof healthSchema>;

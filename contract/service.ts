import { z } from "zod";
import { placesSchema } from "./evaluation/places-schema";
import { publicRoundSchema } from "./evaluation/rounds";
import { instantSchema } from "./fields";
import { editionSchema } from "./project/project-schemas";

/** Cache tag of the public pages with the dates of the call. A revalidation uses this tag. */
export const EDITION_TAG = "edition";

/** Cache tag of all content. */
export const CONTENT_TAG = "content";

/**
 * Index (GET /wp-json/) with the current edition for the public pages. The edition is an extension of
 * WordPress's format.
 */
export const indexSchema = z.object({
  name: z.string(),
  edition: editionSchema
    .partial({ afterSending: true })
    .extend({
      /** Dates after the applications, if they are known. Otherwise the programme's usual dates apply. */
      evaluationOpensAt: instantSchema.nullish(),
      evaluationClosesAt: instantSchema.nullish(),
      awardedAt: instantSchema.nullish(),
      /** Later rounds whose days are public, in the order of their stages. Absent without them. */
      rounds: z.array(publicRoundSchema).optional(),
      /** Places per stage. A back end without them means the defaults. */
      places: placesSchema.optional(),
    })
    .nullish(),
});

const partSchema = z.enum(["up", "down"]);

/**
 * Response of GET /wp-json/health and of the site's /api/health: ok, degraded, or down together with its
 * database.
 */
export const healthSchema = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  database: partSchema,
  mail: partSchema,
  disk: partSchema,
  /** Down if this instance's clock differs from the database's clock, which decides about deadlines. */
  clock: partSchema.optional(),
});
export type Health = z.infer<typeof healthSchema>;

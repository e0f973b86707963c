import { z } from "zod";
import { placesSchema } from "./evaluation/places-schema";
import { publicRoundSchema } from "./evaluation/rounds";
import { instantSchema } from "./fields";
import { editionSchema } from "./project/project-schemas";

/** Cache tag of the public pages that show dates of the call. Revalidating the tag updates these pages. */
export const EDITION_TAG = "edition";

/** Cache tag of all content of the site. */
export const CONTENT_TAG = "content";

/**
 * Response of GET /wp-json/, with the current edition for the public pages. The edition is an extension of WordPress's
 * format.
 */
export const indexSchema = z.object({
  name: z.string(),
  edition: editionSchema
    .partial({ afterSending: true })
    .extend({
      /**
       * Dates of the evaluation and the awards, if staff have set them. Otherwise pages show the programme's usual
       * dates.
       */
      evaluationOpensAt: instantSchema.nullish(),
      evaluationClosesAt: instantSchema.nullish(),
      awardedAt: instantSchema.nullish(),
      /** Later rounds whose dates are public, in the order of their stages. Absent if there are none. */
      rounds: z.array(publicRoundSchema).optional(),
      /**
       * Places per selection stage of the edition. If a back end omits them, the defaults apply.
       */
      places: placesSchema.optional(),
    })
    .nullish(),
});

const partSchema = z.enum(["up", "down"]);

/** Response of GET /wp-json/health and of the site's /api/health. The status is `down` if the database is down. */
export const healthSchema = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  database: partSchema,
  mail: partSchema,
  disk: partSchema,
  /**
   * State of the clock: down if the clocks of this instance and the database differ. The database's clock decides about
   * deadlines.
   */
  clock: partSchema.optional(),
});
export type Health = z.infer<typeof healthSchema>;

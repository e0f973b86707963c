import { z } from "zod";
import { instantSchema } from "./fields";
import { editionSchema } from "./project-schemas";

/** What the index (GET /wp-json/) says of the current edition, for the public pages; ours. */
export const indexSchema = z.object({
  name: z.string(),
  edition: editionSchema
    .omit({ afterSending: true })
    .extend({
      /** What follows the applications, where it is known: else by the rule of the programme. */
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
});
export type Health = z.infer<typeof healthSchema>;

import { z } from "zod";
import { editionSchema } from "./project-schemas";

/** What the index (GET /wp-json/) says of the current edition, for the public pages; ours. */
export const indexSchema = z.object({
  name: z.string(),
  edition: editionSchema.omit({ afterSending: true }).nullish(),
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

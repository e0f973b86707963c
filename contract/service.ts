import { z } from "zod";
import { editionSchema } from "./project-schemas";

/** What the index (GET /wp-json/) says of the current edition, for the public pages; ours. */
export const indexSchema = z.object({
  name: z.string(),
  edition: editionSchema.omit({ afterSending: true }).nullish(),
});

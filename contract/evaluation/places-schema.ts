import { z } from "zod";
import { perStage } from "./funnel";

// This schema is not in evaluation-schemas.ts, because the imports of that file would make an edition's pages larger.
/** Number of places per stage of an edition. */
export const placesSchema = z.object(perStage(() => z.int().min(1))).meta({ id: "Places" });

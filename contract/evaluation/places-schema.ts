import { z } from "zod";
import { perStage } from "./funnel";

// This schema has its own file. In evaluation-schemas.ts, it would add that file's imports to the scripts of every page
// that shows an edition.
/** Number of places per stage of an edition. */
export const placesSchema = z.object(perStage(() => z.int().min(1))).meta({ id: "Places" });

import { z } from "zod";
import { perStage } from "./funnel";

// Not in evaluation-schemas.ts, whose imports would make the pages of an edition larger.
/** Places per stage of an edition. */
export const placesSchema = z.object(perStage(() => z.int().min(1))).meta({ id: "Places" });

import { z } from "zod";
import { perStage } from "./funnel";

// This schema has a separate file, so that pages that show an edition do not load the imports of evaluation-schemas.ts.
/** How many projects each selection stage of an edition can select. */
export const placesSchema = z.object(perStage(() => z.int().min(1))).meta({ id: "Places" });

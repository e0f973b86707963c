import { type SQL, sql } from "drizzle-orm";
import type { Stage } from "@/contract/evaluation/funnel";
import { submissions } from "../db/schema/applications";

/**
 * SQL conditions over `submissions` by the stage of a special prize: the project competes for this prize. In stages
 * without an entry, all projects compete.
 */
export const COMPETES: Partial<Record<Stage, SQL>> = {
  challenge_winner: sql`${submissions.project}->>'sustainableretail' = 'yes'`,
  incubation: sql`(${submissions.stage} = 'stage-concept' or ${submissions.tipologiaImpresa} = 'ti-startup_ideazione')`,
};

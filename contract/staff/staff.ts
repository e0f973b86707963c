import { z } from "zod";
import { endpoint } from "../endpoint";
import { actSchema, actsQuerySchema } from "./acts";
import { applicationEndpoints } from "./application";
import { applicationsEndpoints } from "./applications";
import { evaluatorEndpoints } from "./evaluators";
import { seeAsEndpoints } from "./see-as";
import { todayEndpoints } from "./today";

export const listActs = endpoint({
  name: "listActs",
  method: "GET",
  path: "wp/v2/staff/acts",
  summary: "Who did what, when and why, the newest first",
  access: "staff",
  query: actsQuerySchema,
  answer: {
    status: 200,
    /** `next`: the `before` of the next page; null on the last one. */
    json: z.object({ acts: z.array(actSchema), next: z.int().nullable() }),
  },
  errors: ["invalid_fields"],
});

export const listStaffEditions = endpoint({
  name: "listStaffEditions",
  method: "GET",
  path: "wp/v2/staff/editions",
  summary: "Every edition, the newest first, prepared ones too",
  access: "staff",
  answer: {
    status: 200,
    json: z.object({ editions: z.array(z.object({ year: z.int(), current: z.boolean() })) }),
  },
});

export const verifyChain = endpoint({
  name: "verifyChain",
  method: "GET",
  path: "wp/v2/staff/acts/chain",
  summary: "The log's chain of fingerprints, computed again",
  access: "staff",
  answer: {
    status: 200,
    /** `lines`: how many fit, from the first on; `head`: the fingerprint of the last of them. */
    json: z.object({ intact: z.boolean(), lines: z.int(), head: z.string() }),
  },
});

/** What those who run the programme call; all of it below wp/v2/staff/, and a 404 to everybody else. */
export const staffEndpoints = [
  listActs,
  listStaffEditions,
  verifyChain,
  ...todayEndpoints,
  ...applicationsEndpoints,
  ...evaluatorEndpoints,
  ...applicationEndpoints,
  ...seeAsEndpoints,
];

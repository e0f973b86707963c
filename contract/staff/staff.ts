import { z } from "zod";
import { endpoint } from "../endpoint";
import { actSchema, actsQuerySchema } from "./acts";
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

/** What those who run the programme call; all of it below wp/v2/staff/, and a 404 to everybody else. */
export const staffEndpoints = [listActs, ...todayEndpoints];

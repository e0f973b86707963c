import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema } from "../fields";

/* The colleague (staff member) in charge of an application or of a data request. */

const choice = { error: "invalid_choice" } as const;

/**
 * The colleague in charge. `former` is true if the colleague no longer has an active account, or has no role that can
 * execute staff actions.
 */
export const ownerSchema = z
  .object({
    id: z.string(),
    /** Name of the colleague; empty if the account was erased. */
    name: z.string(),
    former: z.boolean(),
    since: instantSchema,
    /** Name of the colleague who put this colleague in charge; null if unknown. */
    by: z.string().nullable(),
  })
  .meta({ id: "Owner" });
export type Owner = z.infer<typeof ownerSchema>;

/** Filter by the colleague in charge: the caller, no colleague, or a colleague's id. */
export const ownerFilterSchema = z.union([z.enum(["me", "none"]), z.uuid()], choice);

/**
 * The new colleague in charge. The back end accepts only colleagues with an active account and a role that can execute
 * staff actions.
 */
export const newOwnerSchema = z.union([z.enum(["me", "none"]), z.uuid()], choice);

export const listColleagues = endpoint({
  name: "listColleagues",
  method: "GET",
  path: "wp/v2/staff/colleagues",
  summary: "The colleagues who can be in charge, and the former ones who still are",
  access: "staff",
  answer: {
    status: 200,
    json: z.object({
      colleagues: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          former: z.boolean(),
          /** True if the colleague is the caller of the endpoint. */
          own: z.boolean(),
        }),
      ),
    }),
  },
});

export const ownerEndpoints = [listColleagues];

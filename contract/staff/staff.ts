import { z } from "zod";
import { endpoint } from "../endpoint";
import { applicationEndpoints } from "./application";
import { applicationsEndpoints } from "./applications";
import { assignmentEndpoints } from "./assignment";
import { auditEntrySchema, auditFilterSchema, auditQuerySchema } from "./audit-log";
import { editionEndpoints } from "./editions";
import { evaluatorEndpoints } from "./evaluators";
import { letterEndpoints } from "./letters";
import { listMailings } from "./mailings";
import { mailEndpoints } from "./mails";
import { withdrawProposedAct } from "./pending-approvals";
import { peopleEndpoints } from "./people";
import { requestEndpoints } from "./requests";
import { savedListEndpoints } from "./saved-lists";
import { seeAsEndpoints } from "./see-as";
import { selectionEndpoints } from "./selection";
import { teamEndpoints } from "./team";
import { todayEndpoints } from "./today";
import { whitepaperEndpoints } from "./whitepaper";

export const listActs = endpoint({
  name: "listActs",
  method: "GET",
  path: "wp/v2/staff/acts",
  summary: "Who did what, when and why, the newest first",
  access: "staff",
  query: auditQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      acts: z.array(auditEntrySchema),
      /** Number of matches. */
      total: z.int(),
      /** Cursors of the next page (`before`) and of the previous page (`after`); null if there is none. */
      next: z.int().nullable(),
      previous: z.int().nullable(),
    }),
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

export const exportActs = endpoint({
  name: "exportActs",
  method: "GET",
  path: "wp/v2/staff/acts/export",
  summary: "The same lines as a table, the oldest first",
  access: "staff",
  query: auditFilterSchema,
  answer: { status: 200, bytes: "text/csv; charset=utf-8", headers: ["X-WP-Total"] },
  errors: ["invalid_fields", "proof_required", "key_required"],
});

export const verifyChain = endpoint({
  name: "verifyChain",
  method: "GET",
  path: "wp/v2/staff/acts/chain",
  summary: "The log's chain of fingerprints, computed again",
  access: "staff",
  answer: {
    status: 200,
    /** `lines` is the number of valid entries from the first on. `head` is the hash of the last of them. */
    json: z.object({
      intact: z.boolean(),
      lines: z.int(),
      head: z.string(),
      /** Number of the first manipulated entry; null if the hash chain is intact. */
      broken_at: z.int().nullable(),
    }),
  },
});

/** Endpoints for staff, all below wp/v2/staff/. Other callers receive 404. */
export const staffEndpoints = [
  listActs,
  exportActs,
  listStaffEditions,
  verifyChain,
  ...todayEndpoints,
  ...applicationsEndpoints,
  ...evaluatorEndpoints,
  ...assignmentEndpoints,
  ...editionEndpoints,
  ...applicationEndpoints,
  ...peopleEndpoints,
  ...letterEndpoints,
  ...mailEndpoints,
  listMailings,
  ...teamEndpoints,
  ...requestEndpoints,
  ...whitepaperEndpoints,
  ...savedListEndpoints,
  ...seeAsEndpoints,
  ...selectionEndpoints,
  withdrawProposedAct,
];

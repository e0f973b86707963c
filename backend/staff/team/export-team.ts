import type { AnswerOf } from "@/contract/endpoint";
import {
  exportTeam as contract,
  type listTeam as listContract,
  type StaffMember,
} from "@/contract/staff/team";
import type { Call } from "../../http/serve";
import { logText } from "../entry-texts";
import { requireKeyForAll } from "../record-export";
import { type ExportValues, sendExport } from "../write-export";
import { listTeam } from "./list-team";

/** Exports the staff accounts as a table, in the order of the list. */
export async function exportTeam(call: Call<typeof contract>) {
  await requireKeyForAll(call, contract, {});
  return sendExport(call, {
    ...{ list: "team", options: call.query, filter: {}, values: VALUES, name: [] },
    async rows(tx) {
      const asked = { ...call, db: tx } as unknown as Call<typeof listContract>;
      return ((await listTeam(asked)) as AnswerOf<typeof listContract>).members;
    },
  });
}

const toDate = (instant: string | null | undefined) => (instant ? new Date(instant) : null);

/** Functions that return the column values for `EXPORT_COLUMNS.team`. */
const VALUES: ExportValues<StaffMember> = {
  person: ({ name }) => name,
  email: ({ email }) => email,
  id: ({ id }) => id,
  state: ({ deactivated }, { tables }) =>
    tables.states.people[deactivated ? "deactivated" : "active"],
  roles: ({ roles }, { tables }) =>
    roles.map((role) => tables.roles[role as keyof typeof tables.roles]).join(", "),
  passkeys: ({ passkeys }) => passkeys,
  app: ({ app }, { tables }) => (app ? tables.yes : tables.no),
  sessions: ({ sessions }) => sessions,
  seen: ({ seen_at }) => toDate(seen_at),
  last_act: ({ last_act }, words) => (last_act ? logText(words, "act", last_act.act) : ""),
  acted: ({ last_act }) => toDate(last_act?.at),
};

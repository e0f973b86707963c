import { and, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { GRANTED_ROLES, type GrantedRole } from "@/contract/roles";
import { DAY } from "@/contract/spans";
import {
  ACCOUNT_STATES,
  type AccountState,
  ERASURE_NEAR_DAYS,
  type peopleFilterSchema,
} from "@/contract/staff/people";
import type { BackendConfig } from "../../config";
import { dataRequests, hasRole, users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { isDueSoon, isOpen } from "../../users/data-requests";
import { isToBeErased } from "../proposed/proposed-acts";

export type PeopleFilter = z.output<typeof peopleFilterSchema>;
/** What the conditions depend on besides the filter. */
export type Ground = {
  config: Pick<BackendConfig, "ERASE_AFTER_DAYS" | "SECOND_PERSON">;
  now: Date;
};

/** Accounts in each state, over `users`. */
const IN_STATE: Record<AccountState, SQL> = {
  active: sql`(${users.deactivatedAt} is null and ${users.emailConfirmedAt} is not null)`,
  unconfirmed: sql`(${users.deactivatedAt} is null and ${users.emailConfirmedAt} is null)`,
  deactivated: isNotNull(users.deactivatedAt),
};

/** What an account is, over `users`. */
export const stateOf = sql<AccountState>`case
  ${sql.join(
    ACCOUNT_STATES.map((state) => sql`when ${IN_STATE[state]} then ${state}`),
    sql` `,
  )} end`;

/** Erased within days, unless they come back. */
function isErasedSoon({ config, now }: Ground): SQL {
  const before = now.getTime() - (config.ERASE_AFTER_DAYS - ERASURE_NEAR_DAYS) * DAY;
  return lte(users.deactivatedAt, new Date(before));
}

/** Those who have asked for something about their data, of which `some` is true. */
const hasRequest = (some: SQL) =>
  sql`(${users.id} in (select ${dataRequests.userId} from ${dataRequests} where ${some})
    or ${users.email} in (select ${dataRequests.email} from ${dataRequests} where ${some}))`;

/** The parts of the filter, each a condition over `users`: what is listed and what is counted. */
export function kindsOf(ground: Ground) {
  return {
    all: isNull(users.erasedAt),
    states: IN_STATE,
    roles: Object.fromEntries(GRANTED_ROLES.map((role) => [role, hasRole(role)])) as Record<
      GrantedRole,
      SQL
    >,
    erasures: {
      near: isErasedSoon(ground),
      proposed: isToBeErased(ground.config, ground.now),
    },
    requests: { open: hasRequest(isOpen), due: hasRequest(isDueSoon(ground.now)) },
  };
}

/** Which people are meant, over `users`: the one condition by which they are listed and counted. */
export function peopleMatching(
  { state, role, erasure, request, search = "" }: PeopleFilter,
  ground: Ground,
): SQL | undefined {
  const kinds = kindsOf(ground);
  return and(
    kinds.all,
    state && kinds.states[state],
    role && kinds.roles[role],
    erasure && kinds.erasures[erasure],
    request && kinds.requests[request],
    ...wordsOf(search).map(hasWord),
  );
}

/** The words of a search; a phone number is one, however it is written. */
const wordsOf = (search: string) =>
  /^[\d\s+()./-]+$/.test(search) ? [search.trim()] : search.split(/\s+/u).filter(Boolean);

/** A word of the name or the address, regardless of case and accents; or of a phone number in one of their applications. */
function hasWord(word: string): SQL {
  // Computed once, not for every row.
  const pattern = sql`(select '%' || search_key(${word.replaceAll(/[\\%_]/g, "\\$&")}) || '%')`;
  const digits = word.replaceAll(/\D/g, "");
  return sql`(${users.searchText} like ${pattern}
    ${digits.length > 3 ? sql`or ${users.id} in (select ${projects.userId} from ${projects} where regexp_replace(coalesce(${projects.fields}->>'referente_telefono', ''), '\\D', '', 'g') like ${`%${digits}%`})` : sql``})`;
}

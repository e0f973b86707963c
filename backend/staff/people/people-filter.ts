import { and, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { DAY } from "@/contract/durations";
import { GRANTED_ROLES, type GrantedRole } from "@/contract/roles";
import {
  ACCOUNT_STATES,
  type AccountState,
  ERASURE_NEAR_DAYS,
  type peopleFilterSchema,
} from "@/contract/staff/people";
import type { BackendConfig } from "../../config";
import { dataRequests, hasRole, users } from "../../db/schema/accounts";
import { editions, projectPeople, projects } from "../../db/schema/applications";
import { currentFirst } from "../../editions/edition";
import { isDueSoon, isOpen } from "../../users/data-requests";
import { isToBeErased } from "../approvals/pending-approvals";
import { containsWord, phoneConditions, searchWords } from "../search-words";

export type PeopleFilter = z.output<typeof peopleFilterSchema>;
/** Configuration and time that the SQL conditions about people depend on. */
export type Ground = {
  config: Pick<BackendConfig, "ERASE_AFTER_DAYS" | "SECOND_PERSON">;
  now: Date;
};

/** SQL conditions over `users`, one for each account state. */
const IN_STATE: Record<AccountState, SQL> = {
  active: sql`(${users.deactivatedAt} is null and ${users.emailConfirmedAt} is not null)`,
  unconfirmed: sql`(${users.deactivatedAt} is null and ${users.emailConfirmedAt} is null)`,
  deactivated: isNotNull(users.deactivatedAt),
};

/** SQL expression over `users` for the state of an account. */
export const stateOf = sql<AccountState>`case
  ${sql.join(
    ACCOUNT_STATES.map((state) => sql`when ${IN_STATE[state]} then ${state}`),
    sql` `,
  )} end`;

/** SQL condition: the deactivated account will be erased within `ERASURE_NEAR_DAYS` days, or its erasure is overdue. */
function isErasedSoon({ config, now }: Ground): SQL {
  const before = now.getTime() - (config.ERASE_AFTER_DAYS - ERASURE_NEAR_DAYS) * DAY;
  return lte(users.deactivatedAt, new Date(before));
}

/** SQL condition: the person has a data request for which the condition `some` is true. */
const hasRequest = (some: SQL) =>
  sql`(${users.id} in (select ${dataRequests.userId} from ${dataRequests} where ${some})
    or ${users.email} in (select ${dataRequests.email} from ${dataRequests} where ${some}))`;

/** Returns the SQL conditions over `users` for each kind of people. The list's filter and its counts use them. */
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
    applications: { none: hasNoApplication(ground) },
  };
}

/**
 * Returns the SQL condition over `users` for the people that match a filter. The list and its counts use this
 * condition.
 */
export function peopleMatching(
  { state, role, erasure, request, application, search = "" }: PeopleFilter,
  ground: Ground,
): SQL | undefined {
  const kinds = kindsOf(ground);
  return and(
    kinds.all,
    state && kinds.states[state],
    role && kinds.roles[role],
    erasure && kinds.erasures[erasure],
    request && kinds.requests[request],
    application && kinds.applications[application],
    ...searchWords(search).map(hasWord),
  );
}

/** SQL condition: the person has no application in the current edition, or only a withdrawn one. */
const hasNoApplication = ({ now }: Ground): SQL => sql`${users.id} not in (
  select ${projects.userId} from ${projects} where ${projects.withdrawnAt} is null and ${projects.editionId} =
    (select ${editions.id} from ${editions} order by ${sql.join(currentFirst(now), sql`, `)} limit 1))`;

/**
 * SQL condition: a word occurs in the person's name, email address, or a phone number in one of the person's
 * applications, including team members. Ignores case and accents.
 */
function hasWord(word: string): SQL {
  const phone = phoneConditions(word, projects.searchText);
  const has = containsWord(users.searchText, word);
  if (!phone) return has;
  return sql`(${has} or ${users.id} in (select ${projects.userId} from ${projects} where ${phone.inText}
    or ${projects.id} in (select ${projectPeople.projectId} from ${projectPeople} where ${phone.isClaimed})))`;
}

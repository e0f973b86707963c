import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { romeDay } from "@/contract/deadline";
import { rolesWith, STAFF_ROLES } from "@/contract/roles";
import { type getPerson as contract, PERSON_MAILS } from "@/contract/staff/people";
import { erasePerson } from "@/contract/staff/people-actions";
import type { PROVIDERS } from "@/contract/users/user-schemas";
import { isAbout } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { consents, identities, users } from "../../db/schema/accounts";
import { editions, projects, submissions } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { evaluationRecords } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { authenticatorApps, recoveryCodes } from "../../db/schema/passkeys";
import type { Dependencies } from "../../dependencies";
import { withVersions } from "../../documents/published-document";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { requestsOf } from "../../users/data-requests";
import { passkeysOf } from "../../users/passkeys/passkeys";
import { resetOf } from "../../users/second-factor/reset";
import { lackingOf } from "../../users/sessions/second-factor-status";
import { openSessionsOf } from "../../users/sessions/sessions";
import { describeMails } from "../application/happened";
import { stateOf } from "../applications/application-filter";
import { describeApproval, findPendingApproval, subjectOf } from "../approvals/pending-approvals";
import { selectPeople, toRow } from "./people-rows";

type User = typeof users.$inferSelect;
type Tools = Pick<Dependencies, "db" | "config">;

/** Returns one person for staff, without secrets, scores, or answers of an application. */
export async function getPerson({ db, config, params, caller, arrivedAt }: Call<typeof contract>) {
  const user = await personOf(db, params.id);
  const [row] = await selectPeople(db, eq(users.id, user.id));
  if (!row) return fail("not_found");
  const mine = eq(outbox.userId, user.id);
  const [ways, sessions, said, mails, mailCount, own, requests, stays] = await Promise.all([
    waysOf({ db, config }, user),
    openSessionsOf(db, user.id, arrivedAt),
    consentsOf(db, user.id),
    describeMails(db, mine, { config, now: arrivedAt, most: PERSON_MAILS }),
    db.$count(outbox, mine),
    projectsOf(db, user.id),
    requestsOf(db, user),
    staysOf(db, user.id),
  ]);
  const subject = subjectOf(erasePerson.name, { id: user.id });
  const proposed = await findPendingApproval(db, { act: "erase", subject }, config, arrivedAt);
  return {
    ...toRow(row, { config }),
    confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
    deactivated_at: user.deactivatedAt?.toISOString() ?? null,
    ways,
    sessions: sessions.map(({ id, device, place, createdAt, lastUsedAt }) => ({
      id,
      device,
      place,
      since: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
    })),
    consents: said,
    mails,
    mail_count: mailCount,
    projects: own,
    today: romeDay(arrivedAt),
    requests,
    runs_programme: runsProgramme(user),
    proposed: proposed && describeApproval(proposed, caller.id),
    stays,
  };
}

/** Reports whether an account has a staff role. Only directors manage such accounts, on the team page. */
export const runsProgramme = ({ roles }: Pick<User, "roles">) =>
  STAFF_ROLES.some((role) => roles.includes(role));

/** Returns the person with the id in a request's path. Fails with 404 if the person does not exist or is erased. */
export async function personOf(db: Executor, id: string): Promise<User> {
  if (!z.uuid().safeParse(id).success) return fail("not_found");
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)));
  return user ?? fail("not_found");
}

const dated = ({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date | null }) => ({
  added_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/**
 * Returns the sign-in methods of an account, and the account's roles that require a second factor if the account has
 * none.
 */
export async function waysOf({ db, config }: Tools, user: User) {
  const of = eq(authenticatorApps.userId, user.id);
  const [keys, [app], codes, linked, reset, lacking] = await Promise.all([
    passkeysOf(db, user.id),
    db.select().from(authenticatorApps).where(of),
    db.$count(recoveryCodes, and(eq(recoveryCodes.userId, user.id), isNull(recoveryCodes.usedAt))),
    db.select().from(identities).where(eq(identities.userId, user.id)).orderBy(identities.provider),
    resetOf(db, user.id),
    lackingOf({ db, config }, user.id, rolesWith(user.roles)),
  ]);
  return {
    password: user.passwordHash !== null,
    passkeys: keys.map((key) => ({ name: key.name, ...dated(key) })),
    app: app ? dated(app) : null,
    recovery_codes: codes,
    providers: linked.map(({ provider, createdAt }) => ({
      provider: provider as (typeof PROVIDERS)[number],
      linked_at: createdAt.toISOString(),
    })),
    lacking,
    reset_at: reset?.toISOString() ?? null,
  };
}

/** Returns all consents of a person, newest first. For each kind, only the newest consent is in effect. */
async function consentsOf(db: Executor, userId: string) {
  const rows = await db
    .select()
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.at), consents.kind);
  const known = await withVersions(rows);
  return known.map(
    ({ kind, accepted, at, document, sha256, version, file, language, source }, index) => ({
      kind,
      accepted,
      at: at.toISOString(),
      document,
      sha256,
      version,
      file,
      language,
      source,
      holds: rows.findIndex((one) => one.kind === kind) === index,
    }),
  );
}

function projectsOf(db: Executor, userId: string) {
  return db
    .select({
      id: projects.id,
      edition: editions.year,
      name: sql<string>`coalesce(${projects.fields} ->> 'nome', '')`,
      number: sql<string | null>`(select ${submissions.number} from ${submissions}
        where ${submissions.projectId} = ${projects.id} order by ${submissions.sentAt} desc limit 1)`,
      state: stateOf,
    })
    .from(projects)
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(eq(projects.userId, userId))
    .orderBy(desc(editions.year));
}

/** Returns the data about a person that would remain after an erasure (rule account.erasure). */
export async function staysOf(db: Executor, userId: string) {
  const receipts = await db
    .select({ number: submissions.number })
    .from(submissions)
    .innerJoin(projects, eq(projects.id, submissions.projectId))
    .where(eq(projects.userId, userId))
    .orderBy(submissions.number);
  return {
    receipts: receipts.map(({ number }) => number),
    consents: await db.$count(consents, eq(consents.userId, userId)),
    acts: await db.$count(auditEntries, isAbout({ user: userId })),
    records: await db.$count(evaluationRecords, eq(evaluationRecords.evaluatorId, userId)),
  };
}

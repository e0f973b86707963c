import { randomUUID } from "node:crypto";
import { eq, inArray, like, sql } from "drizzle-orm";
import { romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";
import { DAY, MINUTE } from "@/contract/durations";
import { type ActionContext, appendAuditEntry } from "../../audit-log/entries";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import { consents, users } from "../../db/schema/accounts";
import { files, projectEvents, projects, uploads } from "../../db/schema/applications";
import { mailPause, outbox } from "../../db/schema/mail";
import { configureEdition } from "../../editions/administer-editions";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { readRounds } from "../../editions/rounds";
import { isStored } from "../../evaluations/own-rounds";
import { queueMail } from "../../mail/outbox";
import { openStore } from "../../store/open-store";
import { CommandError } from "../run/verb";
import { DEMO_ACCOUNTS } from "./accounts";
import { readDemoProjects } from "./demo-project";
import { daysAfter, demoDays, whatFollows } from "./editions";
import { seedApprovals } from "./scenario-proposals";
import { clearWaitingWork, SCENARIO_MARK, seedDecision, seedWaitingWork } from "./scenario-waiting";
import { runSecondRound } from "./second-round";
import { seedUser } from "./seed-accounts";
import { seedFiles } from "./seed-files";

/** Names of the demo scenarios, which show the staff area at different times of an edition. */
export const MOMENTS = [
  ...(["last-evening", "last-week", "standstill", "calm", "second-round"] as const),
] as const;
type Moment = (typeof MOMENTS)[number];

/** Marker of the database rows that a scenario seeds. The next scenario deletes the marked rows. */
const MARK = "rehearsal";
const STUCK = 12;
const FAILED = 3;
const COMPLETE = 4;

type Stage = { db: Database; config: BackendConfig; edition: Edition; now: Date };

/**
 * Puts the demo into a scenario. Deletes the rows of the previous scenario, moves the edition's dates, and writes the
 * change to the audit log. Then seeds the problems that the scenario shows; the scenario `calm` has no problems. No
 * scenario can follow `second-round`.
 *
 * @throws CommandError if the database does not contain the demo, or shows a second round
 */
export async function seedScenario(
  db: Database,
  config: BackendConfig,
  moment: Moment,
  context: ActionContext,
) {
  const { now } = context;
  const edition = await findCurrentEdition(db, now);
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const known = await db.$count(users, inArray(users.email, emails));
  if (!edition || known < emails.length) {
    throw new CommandError(
      "rehearse works only with the demo: this database has data of real people.",
    );
  }
  if ((await readRounds(db, edition)).some(isStored)) {
    throw new CommandError(
      "The demo shows a second round, and nothing undoes its records and releases: start with an empty database.",
    );
  }
  await db.transaction(async (tx) => {
    const stage = { db: tx as unknown as Database, config, edition, now };
    await clear(stage, context);
    if (moment === "second-round") return runSecondRound(stage, context);
    await moveDates(stage, moment, context);
    if (moment === "standstill") await pauseMail(stage, context);
    if (moment === "last-evening") await seedLastEvening(stage);
    if (moment === "last-week") await seedDecision(stage);
    if (moment.startsWith("last")) {
      await seedWaitingWork(stage);
      await seedApprovals(stage);
    }
  });
}

async function moveDates(
  { db, config, edition, now }: Stage,
  moment: Moment,
  context: ActionContext,
) {
  const today = romeDay(now);
  const { from, until } = demoDays(edition.year, config, now);
  const inSomeDays = (days: number) => romeMidnight(daysAfter(today, days));
  if (!moment.startsWith("last")) {
    const more = whatFollows(romeDayEnd(until));
    return configureEdition(db, edition.year, { from, until }, more, context);
  }
  // The evaluation period ends in five days, so the staff area warns about missing evaluations.
  const dates = { evaluationClosesAt: inSomeDays(5), awardedAt: inSomeDays(17) };
  // Applications closed three days ago, so that evaluators can already be behind schedule.
  const last = moment === "last-evening" ? today : daysAfter(today, -3);
  const days = { from: daysAfter(last, -60), until: last };
  return configureEdition(db, edition.year, days, { evaluationOpensAt: null, ...dates }, context);
}

async function seedLastEvening(stage: Stage) {
  const { db, config, edition, now } = stage;
  const store = openStore(config);
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);
  const models = readDemoProjects().filter(({ sent, account }) => sent && !account);
  const owners: string[] = [];
  for (const [index, demo] of models.slice(0, COMPLETE).entries()) {
    const [name = demo.slug] = demo.team[0] ?? [];
    const [firstName = name, ...rest] = name.split(" ");
    const email = SCENARIO_MARK.replace("%", demo.slug);
    const person = { email, firstName, lastName: rest.join(" ") };
    const owner = await seedUser({ db, config, now: before(600) }, person);
    owners.push(owner);
    const [model] = await db
      .select({ fields: projects.fields })
      .from(projects)
      .where(sql`${projects.fields} ->> 'nome' = ${demo.fields.nome}`);
    const [project] = await db
      .insert(projects)
      .values({
        editionId: edition.id,
        userId: owner,
        fields: { ...model?.fields, nome: `${demo.fields.nome} 2` },
        version: 4,
        createdAt: before(600),
        savedAt: before(index * 7 + 2),
      })
      .returning();
    if (!project) throw new Error("no project");
    const place = { projectId: project.id, index, store, at: before(90) };
    await seedFiles(db, demo, place);
  }
  await seedRejectedUploads(stage);
  await seedInterruptedUploads(stage, owners);
  await seedMails(stage, owners);
}

/** Seeds two rejected video uploads for an applicant who has not uploaded another video. */
async function seedRejectedUploads({ db, now }: Stage) {
  const [draft] = await db
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(eq(users.email, "marco.bassani@slancio.example"));
  if (!draft) return;
  const data = { field: "video", name: "prova-generale.mov", [MARK]: true };
  const values = [40, 25].map((minutes) => ({
    ...{ projectId: draft.id, type: "file_refused", data },
    at: new Date(now.getTime() - minutes * MINUTE),
  }));
  await db.insert(projectEvents).values(values);
}

/** Seeds an interrupted upload of a second video. */
async function seedInterruptedUploads({ db, now }: Stage, owners: readonly string[]) {
  const [draft] = await db.select().from(projects).where(inArray(projects.userId, owners)).limit(1);
  if (!draft) return;
  await db.insert(uploads).values({
    ...{ id: randomUUID(), userId: draft.userId, projectId: draft.id },
    ...({ field: "video", name: "prova-generale.mp4", size: 84_000_000 } as const),
    createdAt: new Date(now.getTime() - 75 * MINUTE),
    expiresAt: new Date(now.getTime() + DAY),
  });
}

/** Seeds emails that the mail server deferred or rejected. The worker retries the deferred emails. */
async function seedMails({ db, now }: Stage, owners: readonly string[]) {
  const people = await db.select().from(users).where(inArray(users.id, owners));
  for (let index = 0; index < STUCK + FAILED; index += 1) {
    const user = people[index % people.length];
    if (!user) return;
    const { id: userId, email: recipient, language } = user;
    const dedupeKey = `${MARK}:${index}`;
    await queueMail(db, { template: "password_changed", userId, recipient, language, dedupeKey });
    const at = new Date(now.getTime() - (36 - index) * MINUTE);
    const failed = index >= STUCK;
    await db
      .update(outbox)
      .set({
        createdAt: at,
        nextAttemptAt: new Date(now.getTime() + 30 * MINUTE),
        attempts: failed ? 1 : 3,
        failedAt: failed ? at : null,
        lastError: failed ? "EENVELOPE RCPT TO 550" : "ECONNECTION CONN 421",
      })
      .where(eq(outbox.dedupeKey, dedupeKey));
  }
}

/** Pauses all email until another scenario starts. */
async function pauseMail({ db }: Stage, context: ActionContext) {
  await db.insert(mailPause).values({});
  await appendAuditEntry(db, context, { act: "mail.pause", target: {} });
}

/** Deletes the database rows that an earlier demo scenario seeded. */
async function clear({ db, config }: Stage, context: ActionContext) {
  const paused = await db.delete(mailPause).returning();
  if (paused.length > 0) await appendAuditEntry(db, context, { act: "mail.resume", target: {} });
  await clearWaitingWork(db);
  await db.delete(outbox).where(like(outbox.dedupeKey, `${MARK}:%`));
  await db.delete(projectEvents).where(sql`${projectEvents.data} ? ${MARK}`);
  const owners = db.select({ id: users.id }).from(users).where(like(users.email, SCENARIO_MARK));
  const own = db.select({ id: projects.id }).from(projects).where(inArray(projects.userId, owners));
  const gone = await db
    .delete(files)
    .where(inArray(files.projectId, own))
    .returning({ id: files.id });
  await db.delete(projects).where(inArray(projects.userId, owners));
  await db.delete(consents).where(inArray(consents.userId, owners));
  await db.delete(outbox).where(inArray(outbox.userId, owners));
  await db.delete(users).where(like(users.email, SCENARIO_MARK));
  // Deletes the files before the transaction commits. If the transaction then fails, only files of the demo scenario
  // are lost.
  await openStore(config).remove(gone.map(({ id }) => id));
}

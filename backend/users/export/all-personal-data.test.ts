import { randomUUID } from "node:crypto";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { unzip } from "@/tests/support/made-files/unpack";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { appendAuditEntry } from "../../audit-log/entries";
import * as accounts from "../../db/schema/accounts";
import * as applications from "../../db/schema/applications";
import * as assignment from "../../db/schema/assignment";
import * as journal from "../../db/schema/audit-log";
import * as evaluation from "../../db/schema/evaluations";
import * as texts from "../../db/schema/feedback";
import * as mail from "../../db/schema/mail";
import * as keys from "../../db/schema/passkeys";
import * as rounds from "../../db/schema/rounds";
import * as notices from "../../db/schema/staff-notices";
import * as tagging from "../../db/schema/tags";

const { api, db, makeUser, makeEdition } = await testBackend();

const EXPORTED: unknown[] = Object.values({
  ...accounts,
  ...applications,
  ...assignment,
  ...evaluation,
  ...texts,
  ...journal,
  ...keys,
  ...mail,
  ...tagging,
  ...rounds,
});
const TABLES = EXPORTED.filter((value): value is PgTable => is(value, PgTable));

/** Tables with personal data that the export omits, each with the reason. */
const LEFT_OUT: Record<string, string> = {
  users: "profile.json and account.json, whose words the other tests look at",
  refresh_tokens: "hashes of tokens: a session's, which is there",
  seeings: "hashes of tokens, for minutes: the timeline says that somebody looked",
  challenges: "hashes of random numbers, for minutes",
  authenticator_apps: "account.json, as the next test looks at",
  recovery_codes: "account.json, as the next test looks at",
  factor_resets: "account.json, as the next test looks at",
  proposed_acts:
    "for a day, until it is made: the log's line, which is there, says that it was proposed",
  hidden_lists: "which of colleagues' saved views the account hides: a setting without content",
  assigned_readings: "evaluations.json, as the test itself looks at",
  fixed_readings: "evaluations.json, as the test itself looks at",
  feedback: "evaluations.json, as selection/feedback.test.ts looks at",
  editions: "of a person only who leads discussions, which staff name",
  contributions: "evaluations.json, as evaluations/discussion/discussion.test.ts looks at",
  score_revisions: "evaluations.json, as evaluations/discussion/discussion.test.ts looks at",
  summaries: "evaluations.json, as evaluations/discussion/discussion.test.ts looks at",
  agreements: "evaluations.json, as evaluations/discussion/discussion.test.ts looks at",
  feedback_verdicts: "staff's, like decisions: what left is in projects.json",
  released_feedback: "projects.json, as selection/feedback.test.ts looks at",
  round_jurors: "evaluations.json, as the test itself looks at",
  decisions: "staff's until it is released; then projects.json has it, as its own test looks at",
};
/** Column names that mark a table as personal, in addition to references to users, projects, and sessions. */
const ADDRESSES = ["email", "recipient"];
const OWNERS = ["users", "projects", "sessions"];
/** Tables that identify a person without a foreign key, because their rows are never deleted. */
const TARGETS = ["acts"];

function isSomebodys(table: PgTable): boolean {
  const names = getTableConfig(table).foreignKeys.map((key) =>
    getTableName(key.reference().foreignTable),
  );
  const columns = Object.keys(getTableColumns(table));
  return (
    [...OWNERS, ...TARGETS].includes(getTableName(table)) ||
    names.some((name) => OWNERS.includes(name)) ||
    columns.some((name) => ADDRESSES.includes(name))
  );
}

test("the data export contains data from each table with personal data", async () => {
  const edition = await makeEdition();
  const user = await makeUser({ evaluator: true });
  const owner = await makeUser();
  await api("POST", "wp/v2/project", {
    token: user.token,
    body: { ...fullDraft({ nome: "mark-projects" }), event_id: "e".repeat(64) },
  });
  await api("POST", "wp/v2/project", { token: owner.token, body: { nome: "Altri" } });
  const all = await db.select().from(applications.projects);
  const project = all.find(({ userId }) => userId === user.id);
  const other = all.find(({ userId }) => userId === owner.id);
  if (!project || !other) throw new Error("no project");
  const mine = { userId: user.id, projectId: project.id, field: "pitch" as const, size: 1 };
  const at = new Date("2026-08-01T10:00:00.000Z");
  const language = "it" as const;
  const named = { firstName: "Ada", lastName: "Riva", newsletter: false, language };

  await db.insert(accounts.registrations).values({
    ...named,
    userId: user.id,
    passwordHash: "secret-hash",
    next: "/dashboard/mark-registrations",
  });
  await db
    .insert(accounts.consents)
    .values({ userId: user.id, kind: "mark-consents", accepted: true });
  await db
    .insert(accounts.identities)
    .values({ provider: "google", subject: "mark-identities", userId: user.id });
  await db.insert(keys.passkeys).values({
    userId: user.id,
    credentialId: "c",
    publicKey: "k",
    counter: 0,
    name: "mark-passkeys",
  });
  await db.insert(accounts.savedLists).values({
    ...{ userId: user.id, list: "applications", name: "mark-saved_lists" },
    query: { state: "complete" },
  });
  await db
    .insert(notices.staffNotices)
    .values({ userId: user.id, alerts: ["mark-staff_notices" as never] });
  await db.insert(accounts.sessions).values({ userId: user.id, device: "mark-sessions" });
  const act = { actor: "Rita", reason: "mark-acts", now: at };
  await appendAuditEntry(db, act, { act: "user.grant", target: { user: user.id } });
  const request = { kind: "access" as const, receivedOn: "2026-08-01", note: "mark-data_requests" };
  await db.insert(accounts.dataRequests).values({ ...request, userId: user.id });
  await db.insert(accounts.mailTokens).values({
    hash: "secret-token-hash",
    userId: user.id,
    kind: "email",
    email: "mark-mail_tokens@example.org",
    expiresAt: at,
  });
  await db
    .insert(applications.uploads)
    .values({ ...mine, id: randomUUID(), name: "mark-uploads.pdf", expiresAt: at });
  await db
    .insert(applications.files)
    .values({ ...mine, name: "mark-files.pdf", type: "application/pdf", sha256: "a" });
  await db
    .insert(applications.projectEvents)
    .values({ projectId: project.id, type: "saved", data: { name: "mark-project_events" } });
  await db
    .insert(applications.projectPeople)
    .values({ editionId: edition.id, projectId: project.id, phone: "mark-project_people" });
  await db.insert(applications.submissions).values({
    projectId: project.id,
    editionId: edition.id,
    number: "mark-submissions",
    sha256: "b",
    version: 1,
    sentAt: at,
    project: {} as never,
  });
  const [tag] = await db
    .insert(tagging.tags)
    .values({ editionId: edition.id, name: "mark-project_tags", colour: "pink" })
    .returning();
  await db.insert(tagging.projectTags).values({ projectId: project.id, tagId: tag?.id ?? "" });
  await db.insert(mail.outbox).values({
    userId: user.id,
    recipient: user.email,
    language,
    template: "application_withdrawn",
    data: { project: "mark-outbox", token: "secret-token" },
  });
  await db
    .insert(mail.whitepaperRequests)
    .values({ ...named, email: user.email, company: "mark-whitepaper_requests", role: "CEO" });
  await db.insert(evaluation.invitations).values({
    editionId: edition.id,
    userId: user.id,
    words: "mark-invitations",
  });
  await db.insert(evaluation.evaluations).values({
    editionId: edition.id,
    projectId: other.id,
    evaluatorId: user.id,
    note: "mark-evaluations",
    recusal: "a reason of their own",
  });
  const theirs = { editionId: edition.id, projectId: other.id, evaluatorId: user.id };
  await db.insert(assignment.assignedReadings).values(theirs);
  await db.insert(evaluation.evaluationRecords).values({
    editionId: edition.id,
    evaluatorId: user.id,
    closedAt: at,
    record: { mark: "mark-evaluation_records" },
    sha256: "c",
  });

  const answer = await api("GET", "wp/v2/users/me/export", { token: user.token });
  const zip = await unzip(Buffer.from(await answer.response.arrayBuffer()));
  const text = [...zip].map(([name, bytes]) => `${name}\n${bytes}`).join("\n");
  const missing = TABLES.filter(isSomebodys)
    .map(getTableName)
    .filter((name) => !(name in LEFT_OUT) && !text.includes(`mark-${name}`));
  expect(missing).toEqual([]);
  expect(JSON.parse(String(zip.get("evaluations.json"))).assigned).toEqual([
    { edition: edition.year, round: 1, project: other.id },
  ]);
  expect(text).toContain("e".repeat(64));
  expect(text).toContain("a reason of their own");
  expect(text).toContain("la giuria non la legge più");
  expect(text).not.toContain("secret-");
});

test("the data export names the authenticator app and counts the codes, without secrets", async () => {
  const { id: userId, token } = await makeUser();
  const [first, second] = ["2026-08-01T10:00:00.000Z", "2026-08-02T10:00:00.000Z"];
  const [createdAt, usedAt] = [new Date(first ?? ""), new Date(second ?? "")];
  await db
    .insert(keys.authenticatorApps)
    .values({ userId, secret: "secret-app", lastStep: 1, createdAt, lastUsedAt: usedAt });
  await db.insert(keys.recoveryCodes).values({ userId, hash: "secret-code", createdAt, usedAt });
  await db.insert(keys.factorResets).values({ userId, createdAt, dueAt: usedAt });
  const answer = await api("GET", "wp/v2/users/me/export", { token });
  const zip = await unzip(Buffer.from(await answer.response.arrayBuffer()));
  const text = String(zip.get("account.json"));
  expect(JSON.parse(text)).toMatchObject({
    authenticator_app: { added_at: first, last_used_at: second },
    recovery_codes: [{ made_at: first, used_at: second }],
    second_factor_reset: { asked_at: first, due_at: second },
  });
  expect(text).not.toContain("secret-");
});

import { randomBytes } from "node:crypto";
import { copyFile, cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { ActionPreview } from "@/contract/staff/preview";
import { GOOGLE_CLIENT_ID, openFakes } from "@/tests/support/fakes/server";
import { testFolder } from "@/tests/support/folder";
import { pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { five } from "@/tests/support/people/evaluation";
import { keyHoldersOf } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { googleBody, SSO } from "@/tests/support/people/social";
import { testBackend } from "@/tests/support/servers/backend";
import { commandsOn } from "@/tests/support/servers/commands";
import { emptyDatabase, run } from "@/tests/support/servers/database";
import { connect } from "../db/connect";
import { jobs } from "../jobs";
import { startJobs } from "../scheduling/every";
import { folderStore } from "../store/folder";
import { putBytes } from "../store/put-bytes";
import { checkData } from "./check-data";
import { makeBackup } from "./make-backup";
import { type Manifest, readManifest, tablePath } from "./manifest";
import { restoreBackup } from "./restore-backup";
import { copying, readTables } from "./tables";
import { verifyBackup } from "./verify-backup";

/* A complete edition, from its opening to corrected outcomes, through the API; then its backup. */

/** Tables that the current version never fills, and why they still exist. */
const EMPTY: Record<string, string> = {
  edition_log: "the version before the audit log writes to it; a migration has moved its rows",
  account_log: "the version before the audit log writes to it; a migration has moved its rows",
};

const { google, state, close: closeFakes } = await openFakes();
afterAll(closeFakes);
const env = { GOOGLE_CLIENT_ID, GOOGLE_ISSUER_URL: state.url, SECOND_PERSON: "erase" };
const bench = await testBackend({ env });
const { api, clock, db, deps } = bench;
const databaseUrl = deps.config.DATABASE_URL;
const { register, login, signUp, tokenFor } = peopleOf(bench);
const { keyHolder, enter, loginOptions } = keyHoldersOf(bench);
const { addApp } = appHoldersOf(bench);
const { upload, create, append } = tusClient(api);
const command = commandsOn(deps);

type Person = { email: string; token: string };
type Tables = Manifest["tables"];

async function ask(method: string, path: string, { token }: { token?: string }, body?: object) {
  const answer = await api(method, `wp/v2/${path}`, { ...(token && { token }), body });
  if (answer.status < 300) return answer.json;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
}
/** Requests the preview of a staff action, then confirms it. */
async function act(path: string, body: object, by: { token: string }) {
  const shown: ActionPreview = await ask("POST", `staff/${path}`, by, body);
  const agreed = { plan: shown.plan, typed: shown.count, reason: "Riunione", anyway: true };
  const made: ActionPreview = await ask("POST", `staff/${path}`, by, { ...body, ...agreed });
  if (!made.done && made.line === null) throw new Error(`${path}: ${JSON.stringify(made)}`);
}
/** Signs the person in again. */
async function back({ email }: Person, password = PASSWORD): Promise<Person> {
  return { email, token: (await login(email, password)).json.access_token };
}
function setClock(day: string) {
  clock.now = new Date(`${day}T10:00:00.000Z`);
}
async function operator(...args: string[]) {
  const { code, err } = await command("user", ...args, "--reason", "prova", "--yes");
  if (code !== 0) throw new Error(err);
}
/** Creates an account with a passkey and a role. `here` signs in with the passkey. */
async function colleague(role: string) {
  const { authenticator, email } = await keyHolder();
  await operator("grant", role, email);
  return {
    email,
    async here(): Promise<Person> {
      const { json } = await enter(authenticator.sign(await loginOptions()));
      return { email, token: json.access_token };
    },
  };
}
/** Creates an applicant with a submitted application. Its files are inserted directly, unless `uploaded`. */
async function sent(nome: string, { uploaded = false } = {}): Promise<Person> {
  const person = await signUp();
  await ask("POST", "project", person, fullDraft({ nome }));
  if (uploaded) {
    const deck = { field: "pitch", name: "pitch.pdf", bytes: await pdf() };
    const clip = { field: "video", name: "video.mp4", bytes: video("clip.mp4") };
    for (const file of [deck, clip]) expect((await upload(person.token, file)).status).toBe(204);
  } else {
    const { rows } = await db.execute<{ id: string }>(
      sql`select p.id from projects p join users u on u.id = p.user_id where email = ${person.email}`,
    );
    for (const field of ["pitch", "video"] as const) {
      const { id } = await insertFile(db, rows[0]!.id, field, `${field} of ${nome}`);
      await putBytes(deps.store, id, Buffer.from(`${field} of ${nome}`));
    }
  }
  await ask("POST", "project/send", person);
  return person;
}
const idsIn = async (by: Person): Promise<Record<string, string>> => {
  const { projects } = await ask("GET", "projects?per_page=100", by);
  return Object.fromEntries(projects.map(({ nome, id }: Record<string, string>) => [nome, id]));
};

/** Runs the whole edition. Returns its participants, signed in at its end. */
async function live() {
  setClock("2026-08-20");
  const [rita, carla, dino] = [
    await colleague("staff"),
    await colleague("director"),
    await colleague("director"),
  ];
  await act(
    "editions/2026/opening",
    { from: "2026-08-01", until: "2026-09-30" },
    await rita.here(),
  );

  // Applicants: several submissions, withdrawn, withdrawn and restored, unfinished, by provider, unconfirmed.
  const ada = await sent("Alba", { uploaded: true });
  await ask("POST", "project", ada, { idea: "Un’altra idea" });
  await ask("POST", "project/send", ada);
  const bruno = await sent("Bora");
  await ask("DELETE", "project", bruno);
  await ask("POST", "project/restore", bruno);
  await ask("POST", "project/send", bruno);
  const gone = await sent("Cala");
  await ask("DELETE", "project", gone);
  const erased = await sent("Duna");
  const asked = await sent("Eco");
  const draft = await signUp();
  const bytes = video("clip.mp4");
  const { id } = await create(draft.token, { field: "altro_materiale", name: "altro.mp4", bytes });
  expect((await append(draft.token, id, 0, bytes.subarray(0, 100))).status).toBe(204);
  const idToken = await google.idToken({}, { now: clock.now });
  await ask("POST", SSO.replace("wp/v2/", ""), {}, googleBody(idToken));
  await register();
  const app = await signUp();
  await addApp(app.token);
  await operator("second-factor", "reset", app.email, "--by", "Ada", "--and", "Bruno");
  const reader = { first_name: "Irene", last_name: "Bassani", company: "Rio", role: "Soci" };
  const whitepaper = { ...reader, email: "irene@example.org", privacy: true };
  await ask("POST", "whitepaper_requests", {}, whitepaper);

  // Staff: a letter, saved filters, a data request.
  let by = await rita.here();
  const all = { query: {}, count: (await ask("GET", "staff/applications", by)).total };
  const texts = {
    it: { subject: "Manca poco", text: "Tre giorni." },
    en: { subject: "Soon", text: "Three." },
  };
  await act("letters", { selection: all, texts }, by);
  const filters = { list: "applications", name: "Ultima sera", query: { state: "complete" } };
  await ask("POST", "staff/saved-lists", by, filters);
  const request = { email: "irene@example.org", kind: "access", received_on: "2026-08-20" };
  await act("requests", request, by);

  // Evaluators: invited, answered, some readings each. All close; one is reopened and closes again.
  setClock("2026-10-05");
  by = await rita.here();
  await act("editions/2026/dates", { which: "evaluation-closes", day: "2026-10-20" }, by);
  const people = ["uno", "due", "tre", "quattro"].map((name) => ({
    ...{ email: `${name}@example.org`, first_name: name, last_name: "Giurato" },
    ...{ language: "it", capacity: null },
  }));
  await act("evaluators/invitations", { people }, by);
  const jury: Person[] = [];
  for (const { email } of people) {
    const answer = { answer: "less", capacity: 40, conflicts: ["Forno Rossi"] };
    const body = { token: await tokenFor(email), password: OTHER_PASSWORD, answer };
    jury.push({
      email,
      token: (await ask("POST", "users/login/invitation", {}, body)).access_token,
    });
  }
  const wanted = await ask("POST", "staff/assignment/proposal", by, { readings: 3, seed: 1 });
  const isProposed = async () =>
    (await ask("GET", "staff/assignment", by)).proposal?.state === "done";
  await vi.waitUntil(isProposed, { timeout: 60_000 });
  await act("assignment", { proposal: wanted.id }, by);
  for (const [place, evaluator] of jury.entries()) {
    const [first, ...others] = Object.values(await idsIn(evaluator));
    for (const [index, one] of others.entries()) {
      const scores = five(8 - index, 9 - place, 7, 6, 5 + place);
      await ask("POST", `projects/${one}/evaluation`, evaluator, { scores, note: `Nota ${place}` });
    }
    await ask("POST", `projects/${first}/recusal`, evaluator, { reason: "Conosco il gruppo" });
  }
  const [uno, due, tre, quattro] = jury as [Person, Person, Person, Person];
  const close = (evaluator: Person) =>
    ask("POST", "projects_evaluations", evaluator, { closed: true });
  for (const evaluator of [uno, due, tre]) await close(evaluator);
  await act("selection/opening", { edition: 2026 }, await carla.here());
  const { evaluators } = await ask("GET", "staff/evaluators", by);
  const again = evaluators.find((one: Person) => one.email === uno.email);
  await act(`evaluators/${again.id}/reopening`, {}, await carla.here());
  const [, changed] = Object.values(await idsIn(uno));
  await ask("POST", `projects/${changed}/evaluation`, uno, { scores: five(1, 2, 3, 4, 5) });
  for (const evaluator of [uno, quattro]) await close(evaluator);

  // Selection: decided, undone, released, corrected, released again.
  setClock("2026-11-10");
  by = await rita.here();
  const { results } = await ask("GET", "staff/selection", by);
  const [best, next, third] = results.rows.map((row: { id: string }) => row.id);
  const base = { edition: 2026, stage: "pre_selected" };
  const pick = (...ids: string[]) => ({ ...base, pick: { ids }, outcome: "selected" });
  await act("selection/decisions", pick(best, next, third), by);
  await act("selection/undoing", { ...base, ids: [third] }, by);
  await act("selection/releases", base, await carla.here());
  const correction = { ...base, ids: [next], outcome: "not_selected" };
  await act("selection/corrections", correction, await carla.here());
  await act("selection/releases", base, await carla.here());
  const semifinal = { ...pick(best), stage: "semifinalist" };
  await act("selection/decisions", semifinal, by);

  // Erasures: one person erases the own account, one is erased by two staff members, one erasure waits for approval.
  await ask("POST", "users/me/erase", await back(erased), { password: PASSWORD });
  const personOf = async ({ email }: Person) =>
    (await ask("GET", `staff/people?search=${email}`, by)).people[0].id;
  const [first, second] = [await personOf(asked), await personOf(gone)];
  for (const one of [first, second]) await act(`people/${one}/deactivation`, {}, by);
  for (const { here } of [carla, dino]) await act(`people/${first}/erasure`, {}, await here());
  await act(`people/${second}/erasure`, {}, await carla.here());
  const { applications } = await ask("GET", "staff/applications?search=Alba", by);
  await ask("POST", `staff/applications/${applications[0].id}/see-as`, by, { reason: "Aiuto" });
  await act("mails/pause", {}, by);
  const some = jobs.filter(({ name }) => name === "reseal-apps");
  const stop = startJobs(databaseUrl, some, deps);
  await vi.waitUntil(async () => (await db.execute(sql`select 1 from clock_runs`)).rowCount);
  await stop();
  await loginOptions();
  return {
    ada: await back(ada),
    bruno: await back(bruno),
    uno: await back(uno, OTHER_PASSWORD),
    rita: await rita.here(),
  };
}

/** Returns all rows of a database by table, including generated columns, in PostgreSQL's text format. */
function rowsOf(url: string): Promise<Record<string, string[]>> {
  return copying(url, async (client) => {
    const rows: Record<string, string[]> = {};
    for (const { name } of await readTables(client)) {
      const found = await client.query(`select t::text as row from "${name}" t order by 1`);
      rows[name] = found.rows.map(({ row }) => row);
    }
    return rows;
  });
}

/** Creates an empty database whose role owns it and has no other rights, and an empty file store. */
async function elsewhere(settings = "") {
  const admin = inject("adminDatabaseUrl");
  const role = `role_${randomBytes(8).toString("hex")}`;
  await run(admin, `create role ${role} login password '${role}' nosuperuser nocreatedb`);
  // Register this before the database is created: a role that owns a database cannot be dropped.
  afterAll(() => run(admin, `drop role ${role}`));
  const url = new URL(await emptyDatabase());
  const name = url.pathname.slice(1);
  await run(admin, `alter database ${name} owner to ${role}`);
  if (settings) await run(admin, `alter database ${name} ${settings}`);
  url.username = role;
  url.password = role;
  return { databaseUrl: url.href, store: folderStore(await testFolder("restored")) };
}
async function backUp() {
  const folder = join(await testFolder("backups"), "one");
  await makeBackup({ databaseUrl, store: deps.store, folder });
  return folder;
}

let who: Awaited<ReturnType<typeof live>>;
let folder: string;
beforeAll(async () => {
  who = await live();
  folder = await backUp();
}, 240_000);

test("an edition played to its end fills every table", async () => {
  const rows = await rowsOf(databaseUrl);
  const empty = Object.keys(rows).filter((name) => rows[name]?.length === 0);
  expect(empty.toSorted()).toEqual(Object.keys(EMPTY).toSorted());
});

test("the backup of a whole edition is restored row by row by the database's owner without other rights, and served", async () => {
  // The manifest's order once made the restore fail, because it lists closed evaluations before the evaluations.
  const names = (await readManifest(folder)).tables.map(({ name }) => name);
  expect(names.indexOf("evaluation_records")).toBeLessThan(names.indexOf("evaluations"));
  const target = await elsewhere();
  await restoreBackup({ ...target, folder });
  expect(await rowsOf(target.databaseUrl)).toEqual(await rowsOf(databaseUrl));

  const restored = connect(target.databaseUrl);
  afterAll(restored.close);
  const database = { db: restored.db, url: target.databaseUrl };
  const copy = await testBackend({ now: clock.now, env, store: target.store, database });
  const everything = [
    ...["project", "project/timeline", "users/me", "users/me/sessions"].map((path) => [
      "ada",
      path,
    ]),
    ...["project", "project/timeline"].map((path) => ["bruno", path]),
    ...[
      "projects?per_page=100",
      "projects/ranking",
      "projects_evaluations",
      "users/me/invitation",
    ].map((path) => ["uno", path]),
    ...[
      "today",
      "selection",
      "applications",
      "people",
      "acts",
      "acts/chain",
      "letters",
      "mails",
      "evaluators",
      "assignment",
      "requests",
      "whitepaper",
      "saved-lists",
      "editions/2026",
    ].map((path) => ["rita", `staff/${path}`]),
  ] as [keyof typeof who, string][];
  for (const [name, path] of everything) {
    const { token } = who[name];
    const [first, second] = [
      await api("GET", `wp/v2/${path}`, { token }),
      await copy.api("GET", `wp/v2/${path}`, { token }),
    ];
    expect([path, second.status, second.json]).toEqual([path, 200, first.json]);
  }
  const { project } = (await copy.api("GET", "wp/v2/project", { token: who.ada.token })).json;
  const file = await copy.api("GET", `wp/v2/project/files/${project.pitch.id}`, {
    token: who.ada.token,
  });
  const bytes = Buffer.from(await file.response.arrayBuffer());
  expect(bytes.equals(await buffer(deps.store.open(project.pitch.id)))).toBe(true);

  // The restored copy enforces the rules of the product and of the database, and its sequences continue.
  const { projects } = (await copy.api("GET", "wp/v2/projects", { token: who.uno.token })).json;
  const body = { scores: five(1, 1, 1, 1, 1) };
  const late = { token: who.uno.token, body };
  const saved = await copy.api("POST", `wp/v2/projects/${projects[0].id}/evaluation`, late);
  expect([saved.status, saved.json.code]).toEqual([403, "evaluation_closed"]);
  const refused = [
    "update evaluations set impact = 1",
    "delete from evaluation_records",
    "update decisions set outcome = 'selected'",
    "update acts set level = 'web'",
  ];
  for (const statement of refused) {
    await expect(run(target.databaseUrl, statement), statement).rejects.toThrow(
      /closed|does not change|append-only/,
    );
  }
  const { rows } = await restored.db.execute(sql`
    select nextval('project_events_sequence_seq') > max(e.sequence)
      and nextval('decisions_sequence_seq') > max(d.sequence) as next from project_events e, decisions d`);
  expect(rows).toEqual([{ next: true }]);
  expect((await checkData(restored.db, target.store)).problems).toEqual([]);
});

test("the verification of a whole edition's backup counts closed evaluations and audit log entries", async () => {
  const { check } = await verifyBackup(databaseUrl, folder);
  expect(check).toMatchObject({ records: 5, problems: [] });
  expect(check.receipts).toBeGreaterThan(3);
  expect(check.lines).toBeGreaterThan(20);
});

test("the verification of a backup reports scores that differ from those of a closed evaluation", async () => {
  const target = await elsewhere();
  await restoreBackup({ ...target, folder });
  await run(
    target.databaseUrl,
    "alter table evaluations disable trigger user",
    "update evaluations set impact = 10 - impact where impact is not null",
  );
  const { db: altered, close } = connect(target.databaseUrl);
  const { problems } = await checkData(altered, target.store);
  await close();
  expect(problems).toContainEqual(expect.stringMatching(/^uno@example.org’s scores of 2026 /));
});

test("a backup keeps dates when the server writes them in another format", async () => {
  const name = new URL(databaseUrl).pathname.slice(1);
  await run(databaseUrl, `alter database ${name} set datestyle = 'SQL, DMY'`);
  const other = await backUp();
  await run(databaseUrl, `alter database ${name} reset datestyle`);
  const target = await elsewhere("set datestyle = 'SQL, MDY'");
  await restoreBackup({ ...target, folder: other });
  expect(await rowsOf(target.databaseUrl)).toEqual(await rowsOf(databaseUrl));
});

test.each([
  ["lacks a table", (tables: Tables) => tables.filter(({ name }) => name !== "consents")],
  ["names another one", (tables: Tables) => [...tables, { ...tables[0]!, name: "nothing" }]],
])("a backup whose list %s is refused, and no row remains", async (_what, change) => {
  const other = join(await testFolder("backups"), "other");
  await cp(folder, other, { recursive: true });
  await copyFile(tablePath(other, "acts"), tablePath(other, "nothing"));
  const manifest = await readManifest(folder);
  const [{ sha256 } = { sha256: "" }] = manifest.tables.filter(({ name }) => name === "acts");
  const tables = change(manifest.tables).map((table) =>
    table.name === "nothing" ? { ...table, sha256 } : table,
  );
  await writeFile(join(other, "manifest.json"), JSON.stringify({ ...manifest, tables }));
  const target = await elsewhere();
  await expect(restoreBackup({ ...target, folder: other })).rejects.toThrow(/consents|nothing/);
  expect(Object.values(await rowsOf(target.databaseUrl)).flat()).toEqual([]);
});

import { randomBytes } from "node:crypto";
import { copyFile, cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { endpoints } from "@/contract/api";
import { MINUTE } from "@/contract/durations";
import { type Endpoint, isHidden, mayCall } from "@/contract/endpoint";
import { FINAL_YEARS, FRESH_SIGN_IN_MINUTES, RECEIPT_YEARS, SENT_MONTHS } from "@/contract/limits";
import type { Role } from "@/contract/roles";
import { APPLICATION_STATES } from "@/contract/staff/application-states";
import type { AuditRow } from "@/contract/staff/audit-log";
import { GOOGLE_CLIENT_ID, openFakes } from "@/tests/support/fakes/server";
import { testFolder } from "@/tests/support/folder";
import { unzip } from "@/tests/support/made-files/unpack";
import { five } from "@/tests/support/people/evaluation";
import { OTHER_PASSWORD } from "@/tests/support/people/people";
import { wholeEditionOf } from "@/tests/support/people/whole-edition";
import { testBackend } from "@/tests/support/servers/backend";
import { emptyDatabase, run } from "@/tests/support/servers/database";
import { checkData } from "./backup/check-data";
import { makeBackup } from "./backup/make-backup";
import { type Manifest, readManifest, tablePath } from "./backup/manifest";
import { restoreBackup } from "./backup/restore-backup";
import { copying, readTables } from "./backup/tables";
import { verifyBackup } from "./backup/verify-backup";
import { runPreviewLinks } from "./content/preview-links";
import { connect } from "./db/connect";
import { evaluationRecords } from "./db/schema/evaluations";
import { jobs } from "./jobs";
import { folderStore } from "./store/folder";

/*
 * Plays a complete edition through the API, from its opening to corrected outcomes. Then tests the edition's backup,
 * access by each role, and the erasure of its data.
 */

type Tables = Manifest["tables"];

/** Tables that the current version never fills, each with the reason why it still exists. */
const EMPTY: Record<string, string> = {
  edition_log: "the version before the audit log writes to it; a migration has moved its rows",
  account_log: "the version before the audit log writes to it; a migration has moved its rows",
  renditions: "a job writes to it where ffmpeg is installed",
};

const { google, state, close: closeFakes } = await openFakes();
afterAll(closeFakes);
const env = { GOOGLE_CLIENT_ID, GOOGLE_ISSUER_URL: state.url, SECOND_PERSON: "erase" };
const bench = await testBackend({ env });
const { api, clock, db, deps } = bench;
const databaseUrl = deps.config.DATABASE_URL;
const { live, act, ask, colleague, operator, signUp, back } = wholeEditionOf(bench, google);

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

/** Creates an empty file store and an empty database. The database belongs to a role without any other rights. */
async function elsewhere(settings = "") {
  const admin = inject("adminDatabaseUrl");
  const role = `role_${randomBytes(8).toString("hex")}`;
  await run(admin, `create role ${role} login password '${role}' nosuperuser nocreatedb`);
  // Register this cleanup first, so that it runs last: a role that owns a database cannot be dropped.
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
let end: Date;
let places: Awaited<ReturnType<typeof placesOf>>;
beforeEach(() => {
  clock.now = end;
});
beforeAll(async () => {
  who = await live();
  end = clock.now;
  const item = { type: "posts", slug: "novità", lang: "it" } as const;
  await runPreviewLinks(db, end, { action: "issue", item, hours: 24, by: "Giada" });
  places = await placesOf();
  folder = await backUp();
}, 240_000);

test("an edition played to its end fills every table", async () => {
  const rows = await rowsOf(databaseUrl);
  const empty = Object.keys(rows).filter((name) => rows[name]?.length === 0);
  expect(empty.toSorted()).toEqual(Object.keys(EMPTY).toSorted());
});

test("the backup of a whole edition is restored row by row by the database's owner without other rights, and served", async () => {
  // The manifest lists closed evaluations before the evaluations. This order once made the restore fail.
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
    ...["project", "project/timeline", "project/feedback"].map((path) => ["bruno", path]),
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
  ] as ["ada" | "bruno" | "uno" | "rita", string][];
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

  const { projects } = (await copy.api("GET", "wp/v2/projects", { token: who.uno.token })).json;
  const body = { scores: five(1, 1, 1, 1, 1), round: 1 };
  const late = { token: who.uno.token, body };
  const saved = await copy.api("POST", `wp/v2/projects/${projects[0].id}/evaluation`, late);
  expect([saved.status, saved.json.code]).toEqual([403, "evaluation_closed"]);
  const refused = [
    "update evaluations set impact = 1",
    "delete from evaluation_records",
    "update decisions set outcome = 'selected'",
    "update feedback set text = ''",
    "update contributions set text = ''",
    "update score_revisions set impact = 1",
    "update summaries set text = ''",
    "update released_feedback set text = ''",
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
  expect(check).toMatchObject({ records: 7, problems: [] });
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

/** Returns ids for the placeholders in the endpoints' paths. Finds the ids through the API, as the site's pages do. */
async function placesOf() {
  const { ada, uno, rita } = who;
  const [own] = (await ask("GET", "staff/applications?search=Alba", rita)).applications;
  const people = await ask("GET", `staff/people?search=${ada.email}`, rita);
  const { letters } = await ask("GET", "staff/letters", rita);
  // The evaluator is recused from one of the two projects, so use the project whose discussion is visible.
  const { discussions } = await ask("GET", "projects/discussions", uno);
  const read = discussions.find(({ nome }: { nome: string }) => ["Alba", "Bora"].includes(nome));
  const seen = await ask("GET", `projects/${read.id}`, uno);
  // Staff see the second round by default, but the tested reading plan belongs to the first round.
  const { proposal } = await ask("GET", "staff/assignment?round=1", rita);
  return {
    "staff/applications/{id}": own.id,
    "staff/people/{id}": people.people[0].id,
    "staff/letters/{id}": letters[0].id,
    "project/files/{id}": (await ask("GET", "project", ada)).project.pitch.id,
    "projects/{id}": read.id,
    "{fileId}": seen.project.pitch.id,
    "{number}": own.number,
    "{year}": "2026",
    "{template}": "confirm",
    "{project}": own.id,
    "{proposal}": proposal.id,
    "{evaluator}": (await ask("GET", "users/me", uno)).id,
  } as Record<string, string>;
}
function pathOf({ path }: Endpoint): string {
  const query = /selection\/mails$|staff\/feedback$/.test(path)
    ? "?stage=semifinalist"
    : path.endsWith("assignment/mails")
      ? `?round=1&proposal=${places["{proposal}"]}`
      : path.includes("staff/assignment/")
        ? "?round=1"
        : "";
  return Object.entries(places).reduce(
    (filled, [part, id]) => filled.replace(part, part.replace(/\{\w+\}/, id)),
    // The placeholder {fileId} has two meanings: in staff's paths a file of a submission, and in evaluators' paths a
    // file of a project.
    path.replace("{number}/files/{fileId}", `{number}/files/${places["project/files/{id}"]}`) +
      query,
  );
}
const reading = endpoints.filter(({ method, access }) => method === "GET" && access !== "anyone");

/** GET endpoints without a result at the end of the edition, each with the reason. */
const NOTHING: Record<string, string> = {
  downloadPerson: "no staff member has prepared this person's copy",
  getNextProject: "the evaluator has closed",
};

test("every read of the contract answers at the end of an edition", async () => {
  const readers: Partial<Record<string, { token: string }>> = {
    user: who.ada,
    evaluator: who.uno,
    staff: who.carla,
    director: who.carla,
  };
  const found: [string, number][] = [];
  for (const one of reading) {
    const token = readers[one.access]?.token;
    const by = one.name === "getMyInvitation" ? who.uno.token : token;
    const { status, response } = await api(one.method, pathOf(one), { token: by });
    await response.arrayBuffer();
    found.push([one.name, status]);
  }
  const silent = found.filter(([name, status]) => status !== 200 && !(name in NOTHING));
  expect(silent).toEqual([]);
  expect(found.length).toBeGreaterThan(40);
});

test("all readers agree about the numbers of an edition", async () => {
  const { carla, rita, ada, uno, tre } = who;
  const get = (path: string, by = carla) => ask("GET", path, by);
  const rowsIn = async (path: string) => {
    const { response, headers } = await api("GET", `wp/v2/${path}`, { token: carla.token });
    const lines = (await response.text()).trim().split("\r\n").length - 1;
    return [lines, headers.has("x-wp-total") ? Number(headers.get("x-wp-total")) : lines];
  };
  const { applications, total, states } = await get("staff/applications?per_page=100");
  expect(applications).toHaveLength(total);
  expect(await rowsIn("staff/applications/export")).toEqual([total, total]);
  for (const state of APPLICATION_STATES) {
    const listed = await get(`staff/applications?state=${state}&per_page=100`);
    expect([state, listed.total, listed.applications.length]).toEqual([
      state,
      states[state],
      states[state],
    ]);
  }
  const today = await get("staff/today");
  expect(today.applications).toEqual({
    begun: states.begun,
    complete: states.complete,
    sent: states.sent + states.changed,
  });

  const receipts: string[] = [];
  for (const { id, email } of applications) {
    const one = await get(`staff/applications/${id}`);
    const isErased = email.endsWith("@erased.invalid");
    for (const { number } of one.versions) {
      receipts.push(number);
      const { faults } = await get(`staff/applications/${id}/versions/${number}`);
      expect(faults.map(({ what }: { what: string }) => what)).toEqual(isErased ? ["erased"] : []);
    }
  }
  expect(new Set(receipts).size).toBe(receipts.length);
  const people = await get("staff/people?per_page=100");
  expect(people.people).toHaveLength(people.total);
  for (const { id } of people.people) await get(`staff/people/${id}`);
  const { letters } = await get("staff/letters");
  for (const { id, count } of letters) {
    const { mails } = await get(`staff/mails?letter=${id}&per_page=100`);
    expect((await get(`staff/letters/${id}`)).count).toBe(count);
    expect(mails.length).toBeLessThanOrEqual(count);
  }

  const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id).toSorted();
  for (const [round, juror] of [
    [1, uno],
    [2, tre],
  ] as const) {
    const { projects, results } = await get(`staff/selection?round=${round}`);
    expect(results.rows).toHaveLength(projects);
    expect(idsOf(await get(`projects/ranking?round=${round}`, juror))).toEqual(idsOf(results));
    const table = `staff/selection/export?round=${round}`;
    expect(await rowsIn(table)).toEqual([projects, projects]);
  }

  const { total: lines } = await get("staff/acts");
  expect((await get("staff/acts/chain")).lines).toBe(lines);
  const check = await checkData(db, deps.store);
  expect(check).toMatchObject({ lines, problems: [] });

  const own = await get(`staff/people/${places["staff/people/{id}"]}`, rita);
  const { response } = await api("GET", "wp/v2/users/me/export", { token: ada.token });
  const copy = await unzip(Buffer.from(await response.arrayBuffer()));
  const consents = JSON.parse(String(copy.get("consents.json")));
  expect(consents).toHaveLength(own.consents.length);
});

type Kind = {
  /** Opens such a session and returns its access token. Returns undefined for a request without a session. */
  enter: () => Promise<string | undefined>;
  /** The roles that apply to the session, or null without a valid session. */
  roles: Role[] | null;
  is?: "stale" | "seen" | "lacking";
};
const DOOR: Record<string, Kind> = {
  "no session": { enter: async () => undefined, roles: null },
  "an impersonation": {
    enter: async () => (await lookAt(who.rita)).token,
    roles: ["applicant"],
    is: "seen",
  },
  "an ended impersonation": {
    async enter() {
      const { token } = await lookAt(who.rita);
      await ask("DELETE", "staff/see-as", who.rita);
      return token;
    },
    roles: null,
  },
  "another applicant": {
    enter: async () => (await signUp()).token,
    roles: ["applicant"],
  },
  "a signed-out applicant": {
    async enter() {
      const person = await signUp();
      await ask("POST", "users/logout", person);
      return person.token;
    },
    roles: null,
  },
  "an evaluator without a role any more": {
    async enter() {
      await operator("revoke", "evaluator", who.due.email);
      return (await back(who.due, OTHER_PASSWORD)).token;
    },
    roles: ["applicant"],
  },
  "staff without a second factor": {
    async enter() {
      const person = await signUp();
      await operator("grant", "staff", person.email);
      return (await back(person)).token;
    },
    roles: ["applicant", "staff"],
    is: "lacking",
  },
  "an auditor": {
    enter: async () => (await (await colleague("auditor")).here()).token,
    roles: ["applicant", "auditor"],
  },
  "a stale auditor": {
    enter: async () => (await (await colleague("auditor")).here()).token,
    roles: ["applicant", "auditor"],
    is: "stale",
  },
  "a stale director": {
    enter: async () => who.carla.token,
    roles: ["applicant", "director"],
    is: "stale",
  },
};
const lookAt = (by: { token: string }) =>
  ask("POST", `staff/applications/${places["staff/applications/{id}"]}/see-as`, by, {
    reason: "Aiuto",
  });

/** Returns the expected refusal of a GET request as status and code, or null if the session has access. */
function refusalOf(endpoint: Endpoint, { roles, is }: Kind): [number, string] | null {
  const hidden: [number, string] | null = isHidden(endpoint) ? [404, "not_found"] : null;
  if (!roles) return hidden ?? [401, "not_authenticated"];
  if (!mayCall(endpoint, roles)) return hidden ?? [403, "forbidden_role"];
  if (is === "lacking" && isHidden(endpoint)) return [403, "second_factor_missing"];
  const { proof = "session", errors = [] } = endpoint;
  if (is === "seen" && proof !== "session") return [403, "seeing_only"];
  if (is !== "stale") return null;
  if (proof === "sign-in") return [403, "proof_required"];
  return errors.includes("key_required") ? [403, "key_required"] : null;
}

/**
 * Endpoints that refuse even callers with access, because no staff member has requested the copy of the person's data.
 */
const NOT_PREPARED: Record<string, string> = { downloadPerson: "proof_required" };

test.each(Object.entries(DOOR))("%s reads and downloads only what it can", async (_, kind) => {
  const token = await kind.enter();
  if (kind.is === "stale")
    clock.now = new Date(clock.now.getTime() + (FRESH_SIGN_IN_MINUTES + 1) * MINUTE);
  for (const one of reading) {
    const { status, json, response } = await api(one.method, pathOf(one), {
      ...(token && { token }),
    });
    await response.arrayBuffer();
    const refusal = refusalOf(one, kind);
    const found = [one.name, status, json?.code];
    if (refusal) expect(found).toEqual([one.name, ...refusal]);
    else
      expect([200, 404].includes(status) || json?.code === NOT_PREPARED[one.name], `${found}`).toBe(
        true,
      );
    // Files and receipts belong to one account, so no role gives access to them.
    if (kind.is !== "seen" && ["getProjectFile", "getReceipt"].includes(one.name))
      expect(status, one.name).not.toBe(200);
  }
});

/** Time of the edition's awards. `afterAwards` returns the time `months` months and `ms` milliseconds later. */
const AWARDS = new Date("2026-12-09T23:00:00.000Z");
function afterAwards(months: number, ms = 0): Date {
  const at = new Date(AWARDS);
  at.setUTCMonth(at.getUTCMonth() + months);
  return new Date(at.getTime() + ms);
}

test("after the awards, applications, receipts and records are erased as the privacy notice says", async () => {
  const { carla, rita, best } = who;
  const erase = (at: Date) => jobs.find(({ name }) => name === "erase-awarded")?.run(deps, at);
  const list = async () =>
    (await ask("GET", "staff/applications?per_page=100", carla)).applications;
  const isWhole = async () => (await checkData(db, deps.store)).problems;
  await act("selection/releases", { edition: 2026, stage: "semifinalist" }, carla);
  const final = { edition: 2026, stage: "finalist" };
  await act("selection/decisions", { ...final, pick: { ids: [best] }, outcome: "selected" }, rita);
  await act("selection/releases", final, carla);
  expect(await erase(afterAwards(FINAL_YEARS * 12))).toBe(0);
  await act("editions/2026/dates", { which: "awarded", day: "2026-12-10" }, rita);

  expect(await jobs.find(({ name }) => name === "erase-withdrawn")?.run(deps, end)).toBe(1);
  const all = await list();
  const others = all.filter(
    ({ id, number, email }: Record<string, string>) =>
      id !== best && number !== null && !email?.endsWith("@erased.invalid"),
  );
  expect(others.length).toBeGreaterThan(0);
  const [other] = others;
  const { versions: sent } = await ask("GET", `staff/applications/${other.id}`, carla);
  expect(await erase(afterAwards(SENT_MONTHS, -1))).toBe(0);
  expect(await list()).toEqual(all);

  expect(await erase(afterAwards(SENT_MONTHS))).toBe(others.length);
  expect(await erase(afterAwards(SENT_MONTHS))).toBe(0);
  const stripped = await ask("GET", `staff/applications/${other.id}`, carla);
  expect(stripped).toMatchObject({ name: "", files: [], draft_changes: [], readable: "erased" });
  const answers = `staff/applications/${other.id}/versions/${sent[0].number}/answers`;
  expect((await api("GET", `wp/v2/${answers}`, { token: carla.token })).status).toBe(404);
  for (const [index, { number, sha256 }] of sent.entries()) {
    expect(stripped.versions[index]).toMatchObject({ number, sha256 });
    const verified = await ask("GET", `staff/applications/${other.id}/versions/${number}`, carla);
    expect(verified.faults.map(({ what }: { what: string }) => what)).toEqual(["erased"]);
  }
  const { projects, submissions, project_events: events } = await rowsOf(databaseUrl);
  expect([...(projects ?? []), ...(submissions ?? []), ...(events ?? [])].join()).not.toContain(
    other.name,
  );
  const kept = await ask("GET", `staff/applications/${best}`, carla);
  expect(kept.files.length).toBeGreaterThan(0);
  expect(await isWhole()).toEqual([]);
  for (const path of ["today", "selection", "people", "acts", "evaluators", "editions/2026"])
    await ask("GET", `staff/${path}`, carla);

  expect(await erase(afterAwards(RECEIPT_YEARS * 12, -1))).toBe(0);
  expect(await db.$count(evaluationRecords)).toBeGreaterThan(0);
  expect(await erase(afterAwards(RECEIPT_YEARS * 12))).toBeGreaterThan(others.length);
  expect(await db.$count(evaluationRecords)).toBe(0);
  const numbered = async () =>
    (await list()).filter(({ number }: { number: string | null }) => number !== null);
  expect((await numbered()).map(({ id }: { id: string }) => id)).toEqual([best]);
  expect(await isWhole()).toEqual([]);
  await ask("GET", "staff/selection", carla);

  expect(await erase(afterAwards(FINAL_YEARS * 12, -1))).toBe(0);
  expect(await erase(afterAwards(FINAL_YEARS * 12))).toBe(1);
  expect(await numbered()).toEqual([]);
  const { acts } = await ask("GET", "staff/acts?per_page=4", carla);
  expect(acts.map(({ act, level, facts }: AuditRow) => [act, level, facts.count])).toEqual([
    ["application.erase", "clock", "1"],
    ["application.erase", "clock", expect.any(String)],
    ["evaluation.erase", "clock", "7"],
    ["application.erase", "clock", String(others.length)],
  ]);
});

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { desc, eq, ne, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";
import { isAbout } from "../../audit-log/entries";
import { consents, users } from "../../db/schema/accounts";
import { editions, projects, submissions } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { withVersions } from "../../documents/published-document";
import { closeEdition, openEdition, setDate } from "../../editions/administer-editions";
import { prepareDemo } from "./prepare-demo";

const { db, deps, clock, makeUser, filesDir } = await testBackend();
const LAST = { EDITION_CLOSES_ON: "2026-12-31" };
const start = (dates = {}) => prepareDemo(db, { ...deps.config, ...dates }, clock.now);
const act = () => ({ actor: "Ada", reason: "end of the call", now: clock.now });
const passes = (iso: string) => {
  clock.now = new Date(iso);
};

beforeEach(async () => {
  await db.execute(sql`truncate editions, users, outbox cascade`);
  passes("2026-11-21T10:00:00Z");
});

async function edition() {
  const [row] = await db.select().from(editions).where(eq(editions.year, 2026));
  if (!row) throw new Error("no edition 2026");
  return row;
}
const closesAt = async () => (await edition()).closesAt.toISOString();
/** Returns the edition's audit log, newest first. */
const logged = async () =>
  db
    .select()
    .from(auditEntries)
    .where(isAbout({ edition: (await edition()).id }))
    .orderBy(desc(auditEntries.number));
const everything = async () =>
  Promise.all(
    [editions, auditEntries, users, projects, submissions].map((t) => db.select().from(t)),
  );

/** Runs the seed in a separate process, as `npm start` does. Returns the content of the file that the seed writes. */
async function seed() {
  const file = join(mkdtempSync(join(filesDir, "demo-")), "demo.json");
  const { DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET, FILES_DIR } = deps.config;
  const child = spawn(process.execPath, ["--import", "tsx", "backend/commands/seed.ts"], {
    env: {
      ...{ NODE_ENV: "test", DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET, FILES_DIR },
      DEMO_FILE: file,
    },
  });
  const [err] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  expect(err).toBe("");
  return JSON.parse(readFileSync(file, "utf8"));
}

describe("a second start", { timeout: 60_000 }, () => {
  test("a second start leaves an edition closed by a command and prints the next command to run", async () => {
    clock.now = new Date();
    await seed();
    const [current] = await db.select().from(editions).orderBy(desc(editions.year)).limit(1);
    const year = current?.year ?? 0;
    await closeEdition(db, year, act());
    const before = await everything();
    const { accounts, notes } = await seed();
    expect(await everything()).toEqual(before);
    const said = new RegExp(
      `^The call ${year} has been over since .*: npm run edition -- open ${year + 1} --from [-\\d]+ --until [-\\d]+ --reason "a new call" --yes$`,
    );
    expect(notes).toEqual([expect.stringMatching(said)]);
    expect(accounts).toHaveLength(8);
  });

  test("the first start stores consents with the document that they refer to", async () => {
    await start();
    const said = await db.select().from(consents).where(ne(consents.kind, "newsletter"));
    const kinds = new Set(said.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["privacy", "rules", "applicants_notice"]));
    const named = await withVersions(said);
    expect(named.filter(({ document, version }) => !document || !version)).toEqual([]);
  });

  test("a second start changes no data", async () => {
    await start();
    const before = await everything();
    passes("2026-11-22T10:00:00Z");
    expect((await start()).notes).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("a start months later leaves the call closed and prints the command for the next one", async () => {
    await start();
    const before = await everything();
    passes("2027-02-10T23:30:00Z");
    const { notes } = await start();
    expect(await everything()).toEqual(before);
    const command = 'open 2027 --from 2027-02-11 --until 2027-03-23 --reason "a new call"';
    expect(notes).toEqual([expect.stringContaining(`npm run edition -- ${command}`)]);
    await openEdition(db, 2027, { from: "2027-02-11", until: "2027-03-23" }, act());
    expect((await start()).notes).toEqual([]);
  });

  test("a start after the end of the call names the prepared edition", async () => {
    await start();
    await openEdition(db, 2027, { from: "2027-07-01", until: "2027-09-30" }, act());
    passes("2027-02-11T10:00:00Z");
    const { notes } = await start();
    expect(notes).toEqual([
      expect.stringMatching(/^The call 2026 .* Edition 2027 opens on 2027-07-01 00:00\.$/),
    ]);
  });

  test("a second start seeds nothing into existing data and restores no deleted account", async () => {
    await makeUser();
    expect(await start()).toMatchObject({ accounts: [] });
    expect(await Promise.all([db.$count(users), db.$count(editions)])).toEqual([1, 0]);
    await db.delete(users);
    await start();
    const there = await db.$count(users);
    const elena = eq(users.email, "elena.rinaldi@slancio.example");
    await db
      .update(users)
      .set({ email: "x@erased.invalid", deactivatedAt: clock.now })
      .where(elena);
    const { accounts } = await start();
    expect(accounts.map(({ has }) => has)).not.toContain("empty_project");
    expect(await db.$count(users)).toBe(there);
  });
});

describe("configured dates", () => {
  test("configured dates apply to the first start without an entry in the audit log", async () => {
    await start({ EDITION_YEAR: 2026, EDITION_OPENS_ON: "2026-10-01", ...LAST });
    expect(await edition()).toMatchObject({
      opensAt: new Date("2026-09-30T22:00:00Z"),
      closesAt: new Date("2026-12-31T23:00:00Z"),
    });
    expect(await logged()).toEqual([]);
  });

  test("configured dates override a command at each start and are logged once", async () => {
    await start(LAST);
    await setDate(db, 2026, "closes", "2026-12-20", act());
    passes("2026-11-22T10:00:00Z");
    await start(LAST);
    expect(await closesAt()).toBe("2026-12-31T23:00:00.000Z");
    await start(LAST);
    const entries = await logged();
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      level: "configuration",
      act: "edition.configured",
      words: { reason: { text: "EDITION_CLOSES_ON" } },
      data: { from: "2026-07-01", until: "2026-12-31" },
    });
  });

  test("configured dates reopen an edition that ended and move evaluation and winners along", async () => {
    await start({ EDITION_CLOSES_ON: "2026-11-30" });
    passes("2027-04-01T10:00:00Z");
    await start({ EDITION_CLOSES_ON: "2027-04-30" });
    expect(await edition()).toMatchObject({
      closesAt: new Date("2027-04-30T22:00:00Z"),
      evaluationClosesAt: new Date("2027-06-30T22:00:00Z"),
      awardedAt: new Date("2027-07-12T22:00:00Z"),
    });
  });

  test("configured dates keep the evaluation dates of staff if they are late enough", async () => {
    await start(LAST);
    await setDate(db, 2026, "evaluation-closes", "2027-01-20", act());
    await start({ EDITION_CLOSES_ON: "2027-01-10" });
    expect((await edition()).evaluationClosesAt).toEqual(new Date("2027-01-20T23:00:00Z"));
  });

  test("configured dates do not reopen an edition that staff closed until a command opens it", async () => {
    await start(LAST);
    await closeEdition(db, 2026, act());
    const before = await everything();
    passes("2026-11-22T10:00:00Z");
    const { notes } = await start({ EDITION_YEAR: 2026, ...LAST });
    expect(await everything()).toEqual(before);
    expect(notes).toEqual([
      'EDITION_YEAR, EDITION_CLOSES_ON did not change edition 2026: Ada closed it on 2026-11-21 11:00, Rome time ("end of the call").',
      expect.stringContaining("The call 2026 has been over since 2026-11-21 11:00"),
    ]);
    await openEdition(db, 2026, { from: "2026-07-01", until: "2026-12-01" }, act());
    passes("2026-11-23T10:00:00Z");
    await start(LAST);
    expect(await closesAt()).toBe("2026-12-31T23:00:00.000Z");
  });

  test("configured dates do not reopen an edition whose last day staff moved into the past", async () => {
    await start(LAST);
    await setDate(db, 2026, "closes", "2026-11-10", act());
    await start(LAST);
    expect(await closesAt()).toBe("2026-11-10T23:00:00.000Z");
  });

  test("configured dates that move a deadline cancel the waiting reminders of the old one", async () => {
    await start(LAST);
    const [project] = await db.select().from(projects).limit(1);
    const mail = {
      template: "reminder_complete",
      recipient: "a@example.org",
      language: "it" as const,
    };
    const editionKey = { projectId: project?.id, data: {} };
    await db.insert(outbox).values({ ...mail, ...editionKey });
    await start({ EDITION_CLOSES_ON: "2027-01-10" });
    expect(await db.$count(outbox)).toBe(0);
  });
});

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { commandsOn } from "@/tests/support/servers/commands";
import { editions, projects, submissions } from "../db/schema/applications";
import { auditEntries } from "../db/schema/audit-log";
import { outbox } from "../db/schema/mail";

const { api, db, deps, makeUser, makeEdition, freshToken, clock, filesDir } = await testBackend();
const { upload } = tusClient(api);

const command = commandsOn(deps);
const edition = (...args: string[]) => command("edition", ...args);
const because = (...args: string[]) =>
  edition(...args, "--reason", "Per prova", "--by", "Ada", "--yes");
const ofYear = async (year: number) =>
  (await db.select().from(editions).where(eq(editions.year, year)))[0];
const lastLog = async () =>
  (await db.select().from(auditEntries).orderBy(desc(auditEntries.number)).limit(1))[0];

beforeAll(async () => {
  await makeEdition({ year: 2024, awardedAt: new Date("2024-12-12T00:00:00Z") });
});

describe("npm run edition", () => {
  test("edition open uses days in Rome, both included, and logs person and reason", async () => {
    const opened = await because("open", "2026", "--from", "2026-07-01", "--until", "2026-09-30");
    expect(opened).toMatchObject({ code: 0, err: "" });
    expect(opened.out).toContain("from 1 July 2026, last day 30 September 2026\n");
    const stored = await ofYear(2026);
    expect(stored?.opensAt.toISOString()).toBe("2026-06-30T22:00:00.000Z");
    expect(stored?.closesAt.toISOString()).toBe("2026-09-30T22:00:00.000Z");
    expect(await lastLog()).toMatchObject({
      level: "command",
      act: "edition.open",
      target: { edition: stored?.id, year: "2026" },
      words: { actor: { text: "Ada" }, reason: { text: "Per prova" } },
      data: { from: "2026-07-01", until: "2026-09-30" },
    });
    const { out } = await edition("list");
    expect(out).toMatch(/^2026 {2}\w+, 0 started, 0 sent$/m);
    expect(out).toMatch(/^ {2}applications {2}from 1 July 2026, last day 30 September 2026$/m);
    expect(out).toMatch(/^ {2}evaluation {4}from the first application, no last day set$/m);
    expect(out).toMatch(/^ {2}awards {8}01:00 on 12 December 2024$/m);
  });

  test("edition commands set a date and the rule after sending, and clone an edition", async () => {
    const dated = await because("date", "2026", "evaluation-closes", "30/11/2026");
    expect(dated.out).toContain("from the first application, last day 30 November 2026\n");
    expect((await ofYear(2026))?.evaluationClosesAt?.toISOString()).toBe(
      "2026-11-30T23:00:00.000Z",
    );
    await because("after-sending", "2026", "locked");
    expect((await ofYear(2026))?.afterSending).toBe("locked");
    expect((await because("clone", "2026", "2025")).code).toBe(0);
    expect(await ofYear(2025)).toMatchObject({
      opensAt: new Date("2025-06-30T22:00:00.000Z"),
      closesAt: new Date("2025-09-30T22:00:00.000Z"),
      evaluationClosesAt: new Date("2025-11-30T23:00:00.000Z"),
      afterSending: "locked",
      awardedAt: null,
    });
    await because("after-sending", "2026", "editable_until_deadline");
    expect((await because("clone", "2026", "2025")).err).toBe("Edition 2025 already exists.\n");
    const log = (await edition("log", "2026")).out.split("\n");
    expect(log[0]).toMatch(/^WHEN \(ROME\) +WHO +WHAT +WHY$/);
    expect(log[1]).toMatch(/ Ada +edition after-sending editable_until_deadline +Per prova$/);
    expect(log.at(-2)).toMatch(/ Ada +edition open 2026-07-01 2026-09-30 +Per prova$/);
  });

  test("edition extend lets one applicant save after the general deadline", async () => {
    const user = await makeUser();
    // Commands use the real clock, so the dates of this test lie in the distant future.
    const extended = await because("extend", user.email, "--until", "2097-10-05");
    expect(extended.out).toContain(`${user.email} can apply through 5 October 2097.\n`);
    expect(extended.out).toContain(`Email: 1 × deadline_extended, to ${user.email}\n`);
    clock.now = new Date("2026-10-02T10:00:00Z");
    const token = await freshToken(user);
    expect((await api("POST", "wp/v2/project", { token, body: { nome: "A" } })).status).toBe(200);
    const { json } = await api("GET", "wp/v2/project", { token });
    expect(json.projectDeadlineAt).toBe("2097-10-05T22:00:00.000Z");
    const longer = await because("extend", user.email, "--until", "2097-10-07T18:30");
    expect(longer.out).toContain(`${user.email} can apply until 18:30 on 7 October 2097.\n`);
    expect((await edition("reminders", user.email)).out).toMatch(/2097-09-30 18:30 +7 d/);
    clock.now = new Date("2026-08-20T10:00:00Z");
  });

  test("edition extend refuses an extension without extra time and sends no email", async () => {
    const user = await makeUser();
    const past = await because("extend", user.email, "--until", "2021-10-07T18:30");
    expect(past).toMatchObject({
      code: 1,
      err: "An extension until 18:30 on 7 October 2021 would already be over: it must end in the future.\n",
    });
    await because("date", "2026", "evaluation-closes", "2097-12-31");
    await because("open", "2026", "--from", "2026-07-01", "--until", "2097-09-30");
    const early = await because("extend", user.email, "--until", "2097-09-30");
    expect(early).toMatchObject({
      code: 1,
      err: "Edition 2026 is open to all applicants through 30 September 2097: an extension must end later than that.\n",
    });
    await because("open", "2026", "--from", "2026-07-01", "--until", "2026-09-30");
    expect(await db.select().from(outbox).where(eq(outbox.recipient, user.email))).toEqual([]);
  });

  test("a change without --yes shows the affected applicants and is not executed", async () => {
    const user = await makeUser();
    await because("open", "2026", "--from", "2026-07-01", "--until", "2096-09-30");
    const edition2026 = (await ofYear(2026))?.id ?? "";
    await db
      .insert(projects)
      .values({ editionId: edition2026, userId: user.id, fields: {}, version: 1 });
    const shown = await edition("date", "2026", "closes", "2096-08-31");
    expect(shown).toMatchObject({ code: 4, err: "" });
    expect(shown.out).toContain("last day 31 August 2096");
    expect(shown.out).toMatch(
      /Note: Applications were open through 30 September 2096, and are now open through 31 August 2096: this cuts off [1-9]\d* applications? that were started and not sent/,
    );
    expect(shown.out).toContain("--reason TEXT --yes");
    const given = await edition("extend", user.email, "--until", "1/10/2096", "--reason", "x");
    expect(given.code).toBe(3);
    expect(given.out).toContain(`Email: 1 × deadline_extended, to ${user.email}\n`);
    expect((await ofYear(2026))?.closesAt.toISOString()).toBe("2096-09-30T22:00:00.000Z");
    expect(await db.$count(outbox, eq(outbox.recipient, user.email))).toBe(0);
  });

  test("a preview lists the emails and sends a test to an address", async () => {
    const user = await makeUser({ language: "en" });
    const extend = ["extend", user.email, "--until", "2097-10-05"];
    const shown = await edition(...extend, "--show-mails", "--test-to", "rita@example.org");
    expect(shown.out).toContain("Subject: You have more time: your new deadline");
    expect(shown.out).toContain("it is now midnight at the end of Saturday 5 October 2097");
    const queued = await db.select().from(outbox).where(eq(outbox.recipient, "rita@example.org"));
    expect(queued).toMatchObject([{ template: "deadline_extended", language: "en", userId: null }]);
    expect(await db.$count(outbox, eq(outbox.recipient, user.email))).toBe(0);
  });

  test("edition unextend cancels a waiting email and corrects a sent one", async () => {
    const user = await makeUser();
    const mine = () => db.select().from(outbox).where(eq(outbox.recipient, user.email));
    await because("extend", user.email, "--until", "2097-10-05");
    const taken = await because("unextend", user.email);
    expect(taken.out).toContain(
      `${user.email} can apply through 30 September 2096, like all applicants.`,
    );
    expect(taken.out).toContain("1 queued, now cancelled");
    expect(await mine()).toEqual([]);
    await because("extend", user.email, "--until", "2097-10-05");
    await db.update(outbox).set({ sentAt: new Date() }).where(eq(outbox.recipient, user.email));
    expect((await because("unextend", user.email)).out).toContain("1 × deadline_restored");
    expect((await mine()).map(({ template }) => template).sort()).toEqual([
      "deadline_extended",
      "deadline_restored",
    ]);
    const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
    expect(project?.extendedUntil).toBeNull();
    expect((await because("unextend", user.email)).err).toContain("has no extension");
  });

  test("edition remove deletes an edition only while it is empty", async () => {
    await because("clone", "2026", "2031");
    expect((await because("remove", "2031")).code).toBe(0);
    expect(await ofYear(2031)).toBeUndefined();
    expect(await lastLog()).toMatchObject({ act: "edition.remove", target: { year: "2031" } });
    expect((await edition("log", "2031")).out).toMatch(/edition remove .*\n.*edition clone 2026 /);
    expect((await because("remove", "2026")).err).toMatch(/^Edition 2026 is not empty: /);
  });

  test("edition commands refuse a missing reason, impossible dates, and unknown years", async () => {
    const attempts = [
      ["close", "2026"],
      ["date", "2026", "closes", "2026-02-30", "--reason", "x"],
      ["date", "2026", "lunch", "2026-09-30", "--reason", "x"],
      ["open", "x", "--from", "2026-07-01", "--until", "2026-09-30", "--reason", "x"],
      ["extend", "a@example.org", "--until", "2026-10-07T25:00", "--reason", "x"],
      ["extend", "a@example.org", "--until", "2026-10-07T18:30Z", "--reason", "x"],
      ["reminders", "nobody"],
      ["forget"],
    ];
    for (const args of attempts) {
      const { code, err } = await edition(...args, "--yes");
      expect(code).toBe(2);
      expect(err).toContain("More: npm run edition --");
    }
    const backwards = await because("date", "2026", "closes", "2026-06-01");
    expect(backwards.err).toBe("An edition must open before it closes.\n");
    expect((await because("close", "1999")).code).toBe(2);
    expect((await because("close", "2099")).err).toBe("There is no edition 2099.\n");
  });
});

describe("npm run receipt", () => {
  test("receipt verify recomputes the hash from database and disk and finds changes", async () => {
    const { token } = await makeUser();
    await api("POST", "wp/v2/project", { token, body: fullDraft() });
    const deck = await pdf();
    const { id } = await upload(token, { field: "pitch", name: "a.pdf", bytes: deck });
    await upload(token, { field: "video", name: "a.mp4", bytes: video("clip.mp4") });
    const { json } = await api("POST", "wp/v2/project/send", { token });
    const { number, sha256 } = json.receipt;

    const good = await command("receipt", "verify", number);
    expect(good).toMatchObject({ code: 0, err: "" });
    expect(good.out).toContain(`On record ${sha256}\nComputed  ${sha256}\n`);

    await writeFile(join(filesDir, id), "other bytes");
    const changed = await command("receipt", "verify", number);
    expect(changed).toMatchObject({
      code: 1,
      err: "pitch: the file a.pdf is not the one that was sent\n",
    });
    await rm(join(filesDir, id));
    expect((await command("receipt", "verify", number)).err).toContain("is missing");
    await writeFile(join(filesDir, id), deck);
    const [row] = await db.select().from(submissions).where(eq(submissions.number, number));
    const mine = eq(submissions.number, number);
    await db
      .update(submissions)
      .set({ sentAt: new Date(0) })
      .where(mine);
    expect((await command("receipt", "verify", number)).err).toBe(
      "the time of sending differs from the one on the timeline\n",
    );
    await db.update(submissions).set({ sentAt: row!.sentAt }).where(mine);
    const project = { ...row!.project, idea: "Un'altra idea" };
    await db.update(submissions).set({ project }).where(mine);
    expect(await command("receipt", "verify", number)).toMatchObject({
      code: 1,
      err: "the answers are not those that were sent\n",
    });
    expect((await command("receipt", "verify", "2026-999999")).err).toBe(
      "There is no receipt 2026-999999.\n",
    );
  });
});

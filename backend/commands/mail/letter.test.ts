import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, desc, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { EN, freshTexts, letterBench } from "@/tests/support/people/letters";
import { commandsOn } from "@/tests/support/servers/commands";
import { rateLimits } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { letters, outbox } from "../../db/schema/mail";

const { db, deps, plant: seed, send } = await letterBench();
const command = commandsOn(deps);
const folder = await testFolder("letter");
const because = ["--reason", "ultima sera", "--by", "Rita Neri"];

/**
 * Writes the texts of a letter to files, one per language, and returns the command's options with these files. By
 * default, writes a new letter text.
 */
function written(texts: Record<string, { subject: string; text: string }> = freshTexts()) {
  return Object.entries(texts).flatMap(([language, { subject, text }]) => {
    const file = join(folder, `${language}.txt`);
    writeFileSync(file, `\uFEFF${subject}\r\n\r\n${text.replaceAll("\n", "\r\n")}\n`);
    return [`--${language}`, file];
  });
}
const newest = async () =>
  (await db.select().from(auditEntries).orderBy(desc(auditEntries.number)).limit(1))[0];
const mailed = (to: string) => db.select().from(outbox).where(eq(outbox.recipient, to));

describe("a letter by command", () => {
  test("mail letter previews a letter and queues it like the staff area, with person and reason", async () => {
    const [ada, bob] = [await seed(), await seed({ language: "en", firstName: "Bob" })];
    const texts = freshTexts();
    const typed = ["letter", ada.email, bob.email.toUpperCase(), ...written(texts)];
    const shown = await command("mail", ...typed, "--show-mails");
    expect(shown).toMatchObject({ code: 4, err: "" });
    expect(shown.out).toContain('2 emails are queued: 1 in "en", 1 in "it".');
    expect(shown.out).toContain(`Email: 1 × letter in "it", such as to ${ada.email}`);
    expect(shown.out).not.toContain("Email: none.");
    expect(shown.out).toContain(`Subject: ${texts.it.subject}`);
    expect(shown.out).toContain("Ciao Ada,\n\nRestano tre giorni.\n\nA presto,\nla segreteria");
    expect(shown.out).toContain("Hello Bob,\n\nThree days are left.");
    expect([await db.$count(letters), await db.$count(outbox)]).toEqual([0, 0]);
    const made = await command("mail", ...typed, ...because, "--yes");
    expect(made).toMatchObject({ code: 0, err: "" });
    const [mail] = await mailed(ada.email);
    expect(mail?.data).toEqual({ first_name: "Ada", ...texts.it });
    expect(await newest()).toMatchObject({
      act: "letter.send",
      level: "command",
      data: { mails: "2", "left-out": "0" },
      words: { actor: { text: "Rita Neri" }, reason: { text: "ultima sera" } },
    });
    const again = await send({ selection: { ids: [ada.id, bob.id] }, texts });
    expect(again.shown).toMatchObject({ count: 0, against: [{ name: "letter_had", count: 2 }] });
    const twice = await command("mail", ...typed, ...because, "--anyway", "--yes");
    expect(twice).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nobody would get the letter."),
    });
    expect(await db.$count(letters)).toBe(1);
  });

  test("mail letter sends to all matches of the filters, and to no applicant without a selection", async () => {
    const texts = written();
    const [one, other] = [await seed({}, "Marea"), await seed({}, "Marea Alta")];
    await seed({}, "Terra");
    const found = await command(
      "mail",
      "letter",
      ...texts,
      "--search",
      "marea",
      "--state",
      "begun",
    );
    expect(found.out).toContain('2 emails are queued: 2 in "it".');
    const none = await command("mail", "letter", ...texts, "--search", "marea", "--state", "sent");
    expect(none).toMatchObject({ code: 1, err: "Nobody would get the letter.\n" });
    for (const [typed, said] of [
      [[], "The recipients are missing"],
      [["--all", "--state", "sent"], "Give --all or a filter"],
      [[one.email, "--all"], "not both"],
      [["--state", "asleep"], "--state must be one of: begun, complete"],
    ] as const) {
      const answer = await command("mail", "letter", ...typed, ...texts);
      expect([answer.code, answer.err]).toEqual([2, expect.stringContaining(said)]);
    }
    const stranger = await command("mail", "letter", one.email, "x@example.com", ...texts);
    expect([stranger.code, stranger.err]).toEqual([
      1,
      "No application of 2026 belongs to x@example.com.\n",
    ]);
    const counted = (count: string) =>
      command(
        "mail",
        "letter",
        ...texts,
        "--search",
        "marea",
        ...because,
        "--count",
        count,
        "--yes",
      );
    await seed({}, "Marea Nuova");
    const grown = await counted("2");
    expect([grown.code, grown.err]).toEqual([
      1,
      "The letter now has 3 recipients, not 2: nothing was sent.\n",
    ]);
    expect((await counted("3")).code).toBe(0);
    expect(await mailed(other.email)).toHaveLength(1);
    const fresh = { ...freshTexts(), en: { ...EN, subject: "Nobody has had this" } };
    const everybody = await command("mail", "letter", ...written(fresh), "--all");
    expect(everybody.out).toContain(`${await db.$count(projects)} emails are queued`);
  });

  test("mail letter names the skipped applicants with the reason and requires confirmation", async () => {
    const texts = written();
    const [ada, lost] = [
      await seed({}, "Orma"),
      await seed({ emailConfirmedAt: null, firstName: "Bice", lastName: "Sala" }, "Orma"),
    ];
    const typed = ["letter", ...texts, "--search", "orma"];
    const shown = await command("mail", ...typed);
    expect(shown.code).toBe(1);
    expect(shown.out).toContain(
      "Blocked: 1 left out: nobody has confirmed the address (Bice Sala).",
    );
    expect((await command("mail", ...typed, ...because, "--yes")).code).toBe(1);
    expect((await command("mail", ...typed, ...because, "--anyway", "--yes")).code).toBe(0);
    expect([await mailed(ada.email), await mailed(lost.email)]).toMatchObject([
      [{ template: "letter" }],
      [],
    ]);
  });

  test("mail letter requires a text in each language without invalid characters", async () => {
    const ada = await seed({ language: "en" });
    const { it } = freshTexts();
    const italian = await command("mail", "letter", ada.email, ...written({ it }));
    expect([italian.code, italian.err]).toEqual([
      1,
      'Some recipients read it in "en": add --en FILE, with a subject and a text.\n',
    ]);
    for (const [texts, said] of [
      [{ en: { ...EN, subject: "x".repeat(121) } }, "en subject: too_long"],
      [{ en: { ...EN, text: "x".repeat(3001) } }, "en text: too_long"],
    ] as const) {
      const answer = await command("mail", "letter", ada.email, ...written(texts));
      expect([answer.code, answer.err]).toEqual([1, expect.stringContaining(said)]);
    }
    const absent = await command("mail", "letter", ada.email, "--en", join(folder, "none.txt"));
    expect([absent.code, absent.err]).toEqual([1, expect.stringContaining("cannot be read")]);
    expect((await command("mail", "letter", ada.email)).code).toBe(2);
    expect(await mailed(ada.email)).toEqual([]);
  });
});

test("mail letter logs a test and limits the tests per address and hour", async () => {
  const [ada, bob] = [await seed(), await seed({ language: "en" })];
  const texts = freshTexts();
  const typed = ["letter", ada.email, bob.email, ...written(texts), "--by", "Rita Neri"];
  const to = { email: "prova@example.com" };
  const tested = () => command("mail", ...typed, "--test-to", to.email);
  const before = await db.$count(letters);
  expect((await tested()).out).toContain(`Test: 2 emails queued for ${to.email}.`);
  expect(await newest()).toMatchObject({
    act: "mail.test",
    target: {},
    data: { mails: "2" },
    words: { actor: { text: "Rita Neri" } },
  });
  const mails = await mailed(to.email);
  expect(mails.map(({ language, letterId }) => [language, letterId]).sort()).toEqual([
    ["en", null],
    ["it", null],
  ]);
  expect(await db.$count(letters)).toBe(before);
  for (let run = 2; run <= 15; run += 1) expect((await tested()).code).toBe(4);
  const lines = await db.$count(auditEntries);
  const over = await tested();
  expect([over.code, over.err]).toEqual([1, expect.stringContaining("too many test emails")]);
  expect([await db.$count(auditEntries), (await mailed(to.email)).length]).toEqual([lines, 30]);
  // If the address for the test email has an account, the audit log entry refers to the account's owner.
  const own = await command("mail", ...typed, "--test-to", ada.email);
  expect(own.code).toBe(4);
  expect((await newest())?.target).toEqual({ user: ada.user });
  expect(JSON.stringify(await db.select().from(rateLimits))).not.toContain("@");
  expect(await db.$count(outbox, and(eq(outbox.recipient, to.email), isNull(outbox.userId)))).toBe(
    30,
  );
});

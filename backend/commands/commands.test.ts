import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { behindTheBack, evaluationBench } from "@/tests/support/people/evaluation";
import { commandsOn, processesOn } from "@/tests/support/servers/commands";
import { users } from "../db/schema/accounts";
import { evaluationRecords } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import { recordHash } from "../evaluations/close/record";
import { findAccount } from "../users/administer";

const { db, deps, makeUser, makeEdition, makeSent } = await evaluationBench();

const command = commandsOn(deps);
const because = (name: string, ...args: string[]) =>
  command(name, ...args, "--reason", "Per prova", "--by", "Ada", "--yes");

// Only this test starts a process. All other tests run commands in the test's process, which is much faster.
test("a command runs as a process and returns its exit code, output, and errors", {
  timeout: 120_000,
}, async () => {
  const { email } = await makeUser();
  const started = processesOn(deps);
  const [list, wrong, shown] = await Promise.all([
    started("user", "list"),
    started("mail", "lst"),
    started("edition", "open", "2031", "--from", "2031-07-01", "--until", "2031-09-30"),
  ]);
  expect(list).toMatchObject({ code: 0, err: "", out: expect.stringContaining(email) });
  expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining('"lst"') });
  expect(shown).toMatchObject({
    code: 4,
    out: expect.stringContaining("Nothing has been changed"),
  });
});

describe("npm run user", () => {
  test("user grant adds the evaluator role and user list shows the accounts", async () => {
    const { id, email } = await makeUser();
    const shown = await command("user", "grant", "evaluator", email);
    expect(shown).toMatchObject({ code: 4, err: "" });
    expect(shown.out).toContain("is now an evaluator.");
    expect((await findAccount(db, email))?.roles).toEqual([]);
    const granted = await because("user", "grant", "evaluator", email.toUpperCase());
    expect(granted).toMatchObject({ code: 0, err: "" });
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.roles).toEqual(["evaluator"]);
    const { out } = await command("user", "list");
    expect(out).toMatch(new RegExp(`^${email} +Giulia Ferraro +applicant, evaluator`, "m"));
    expect((await because("user", "revoke", "evaluator", email)).code).toBe(0);
    const log = (await command("user", "log", email)).out;
    expect(log).toMatch(
      / Ada +user revoke .+ evaluator +Per prova\n.* Ada +user grant .+ evaluator +Per prova$/m,
    );
  });

  test("user invite sends an email", async () => {
    const args = [
      "invite",
      "evaluator",
      "zoe@example.org",
      "--first-name",
      "Zoe",
      "--last-name",
      "Gay",
    ];
    expect(await because("user", ...args)).toMatchObject({ code: 0, err: "" });
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, "zoe@example.org"));
    expect(mail?.template).toBe("invitation");
  });

  test("user grant names a conflict of interest and requires --anyway", async () => {
    const { id, email } = await makeUser({ firstName: "Sara", lastName: "Lorenzi" });
    await makeSent({ userId: id, fields: { nome: "Sestante" } });
    await makeSent({ fields: { nome: "Faro", referente_email: "nuova@example.org" } });
    const roleOf = async () => (await findAccount(db, email))?.roles;
    const invitation = ["invite", "evaluator", "nuova@example.org", "--name", "Nuova Voce"];
    const asked = [
      await because("user", "grant", "evaluator", email),
      await because("user", "invite", "evaluator", email, "--name", "Altra Persona"),
      await because("user", ...invitation),
    ];
    for (const { code, out, err } of asked) {
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain("--anyway");
    }
    expect(asked[0]?.err).toContain("Sestante (2026): your own application");
    expect(asked[2]?.err).toContain("Faro (2026): the contact person’s email address is yours");
    expect([await roleOf(), await findAccount(db, "nuova@example.org")]).toEqual([[], undefined]);
    expect((await because("user", "grant", "evaluator", email, "--anyway")).code).toBe(0);
    expect((await because("user", ...invitation, "--anyway")).code).toBe(0);
    const log = (await command("user", "log", email)).out;
    expect(log).toMatch(/user grant .+ evaluator a conflict of interest/);
    expect([await roleOf(), (await findAccount(db, "nuova@example.org"))?.roles]).toEqual([
      ["evaluator"],
      [],
    ]);
  });

  test("user erase deletes a named person immediately and all others when they are due", async () => {
    const [active, recent, old] = [await makeUser(), await makeUser(), await makeUser()];
    const close = (id: string, deactivatedAt: Date) =>
      db.update(users).set({ deactivatedAt }).where(eq(users.id, id));
    await close(recent.id, new Date());
    await close(old.id, new Date(Date.now() - 400 * 86_400_000));
    const due = await command("user", "erase-due");
    expect([due.code, due.out]).toEqual([3, expect.stringMatching(/^1 erased: /)]);
    expect(due.out).toContain(old.email);
    expect((await findAccount(db, old.email))?.id).toBe(old.id);
    expect((await command("user", "erase-due", "--yes")).code).toBe(0);
    expect((await because("user", "erase", active.email)).err).toContain("is in use");
    expect((await because("user", "erase", recent.email)).err).toContain("Add --now to erase it");
    const erased = await because("user", "erase", recent.email, "--now");
    expect(erased).toMatchObject({ code: 0, err: "" });
    const left = await db.select().from(users).where(eq(users.firstName, "Giulia"));
    const emails = left.map(({ email }) => email);
    expect([active, recent, old].map(({ email }) => emails.includes(email))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("a command exits with 1 for an unknown account and with 2 for wrong usage", async () => {
    const nobody = await because("user", "grant", "evaluator", "nobody@example.org");
    expect(nobody).toEqual({
      code: 1,
      out: "",
      err: "There is no account with nobody@example.org.\n",
    });
    for (const args of [[], ["grant", "admin", "a@b.it"], ["invite", "a@b.it"], ["list", "--x"]]) {
      const { code, err } = await command("user", ...args);
      expect(code).toBe(2);
      expect(err).toContain("More: npm run user --");
    }
  });
});

describe("npm run mail", () => {
  test("mail list shows failed emails and mail retry queues them again", async () => {
    const [mail] = await db
      .insert(outbox)
      .values({
        recipient: "lost@example.org",
        language: "it",
        template: "confirm",
        data: { token: "a-secret" },
        failedAt: new Date(),
        attempts: 10,
        lastError: "EENVELOPE RCPT 550",
      })
      .returning();
    const list = await command("mail", "list", "--failed", "--address", "lost@example.org");
    expect(list.out).toMatch(
      /lost@example\.org +confirm +Conferma .+ +failed +10 +EENVELOPE RCPT 550/,
    );
    const shown = await command("mail", "show", mail?.id ?? "");
    expect(shown.out).toMatch(/^To: lost@example\.org\nNot sent yet\nSubject: Conferma /);
    expect(shown.out).toContain("/registration/confirm?token=");
    expect(list.out + shown.out).not.toContain("a-secret");
    const asked = await command("mail", "retry", mail?.id ?? "");
    expect([asked.code, asked.out]).toEqual([3, expect.stringContaining("lost@example.org")]);
    expect((await command("mail", "retry", mail?.id ?? "", "--yes")).code).toBe(0);
    const [row] = await db
      .select()
      .from(outbox)
      .where(eq(outbox.id, mail?.id ?? ""));
    expect(row).toMatchObject({ failedAt: null, attempts: 0 });
    expect((await command("mail", "retry", "nothing")).code).toBe(1);
  });
});

describe("npm run evaluation", () => {
  test("evaluation verify checks closed evaluations and evaluation reopen stores its reason", async () => {
    const { id, email } = await makeUser({ roles: ["evaluator"] });
    const nothing = await command("evaluation", "verify", email);
    expect(nothing).toMatchObject({ code: 1, err: `${email} has closed no evaluation.\n` });
    const edition = await makeEdition({ year: 2031 });
    const record = { any: "thing" };
    await db.insert(evaluationRecords).values({
      editionId: edition.id,
      evaluatorId: id,
      closedAt: new Date(),
      record,
      sha256: recordHash(record),
    });
    expect(await command("evaluation", "verify", email, "2031")).toMatchObject({
      code: 0,
      err: "",
    });
    const unreasoned = await command("evaluation", "reopen", email, "2031", "--yes");
    expect([unreasoned.code, unreasoned.err]).toEqual([2, expect.stringContaining("--reason")]);
    const reopened = await because("evaluation", "reopen", email, "2031");
    expect(reopened).toMatchObject({ code: 0, err: "" });
    const { out } = await command("evaluation", "verify", email);
    expect(out).toMatch(/^2031 .* intact +reopened .* +Per prova$/m);
    await behindTheBack(db, (tx) => tx.update(evaluationRecords).set({ record: { any: "other" } }));
    const changed = await command("evaluation", "verify", email);
    expect([changed.code, changed.out]).toEqual([1, expect.stringContaining("CHANGED")]);
  });
});

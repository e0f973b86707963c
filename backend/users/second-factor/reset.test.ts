import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { appHoldersOf, FACTOR } from "@/tests/support/people/app-holder";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { isAbout } from "../../audit-log/entries";
import { describeAuditEntries } from "../../audit-log/read-entries";
import { executeVerb } from "../../commands/run/carry-out";
import { findVerb, readGiven } from "../../commands/run/options";
import { USER } from "../../commands/tables/user";
import { users } from "../../db/schema/accounts";
import { factorResets, passkeys } from "../../db/schema/passkeys";
import { askReset, resetDue } from "./reset";

const bench = await testBackend();
const { api, db, deps, clock } = bench;
const { login, mailsTo } = peopleOf(bench);
const { codeOf, later, appHolder, addApp, challengeOf, handIn } = appHoldersOf(bench);
const { keyHolder, loginOptions, enter } = keyHoldersOf(bench);

/** Runs a command of `npm run user` in this process. Returns its output. */
async function command(...args: string[]): Promise<string> {
  const verb = findVerb(USER, args);
  if (!verb || !("change" in verb)) throw new Error("no such command");
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await executeVerb(verb, { ...deps, ...readGiven(verb, args), now: clock.now, print });
  return lines.join("\n");
}

const HOURS = deps.config.SECOND_FACTOR_RESET_HOURS;
const reset = (email: string, and: string, ...args: string[]) =>
  command("second-factor", "reset", email, "--by", "Ada", "--and", and, ...args);
const because = ["--reason", "Telefono perso", "--yes"];
const idOf = async (email: string) => {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user?.id ?? "";
};
/** Requests a second-factor reset as the command does, but without starting a process. */
async function asked(email: string) {
  const dueAt = new Date(clock.now.getTime() + HOURS * 3_600_000);
  await db.insert(factorResets).values({ userId: await idOf(email), createdAt: clock.now, dueAt });
}
const waits = async (email: string) =>
  (await db.$count(factorResets, eq(factorResets.userId, await idOf(email)))) > 0;

describe("npm run user -- second-factor reset", () => {
  test("a second factor reset requires two names and a reason, is previewed and notifies the owner immediately", async () => {
    const { email, token } = await appHolder();
    await expect(command("second-factor", "reset", email)).rejects.toThrow("--and NAME is missing");
    await expect(reset(email, "ADA", ...because)).rejects.toThrow("two people must decide this");
    expect(await reset(email, "Bruno")).toContain("Email: 1 × factor_reset_asked");
    expect(await waits(email)).toBe(false);
    await expect(reset(email, "Bruno", "--yes")).rejects.toThrow("--reason");
    expect(await reset(email, "Bruno", ...because)).toContain("Done.");
    const [mail] = (await mailsTo(email)).slice(-1);
    expect(mail?.template).toBe("factor_reset_asked");
    const { reset_at } = (await api("GET", FACTOR, { token })).json;
    expect(mail?.data.at).toBe(reset_at);
    expect(Date.parse(reset_at) - clock.now.getTime()).toBe(HOURS * 3_600_000);
    await expect(reset(email, "Bruno", ...because)).rejects.toThrow("already been requested");
    const keep = ["second-factor", "keep", email, "--by", "Eva", "--reason", "Ritrovato", "--yes"];
    later(1);
    expect(await command(...keep)).toContain("keeps app");
    expect(await waits(email)).toBe(false);
    await expect(command(...keep)).rejects.toThrow("There is no reset");
    const log = await describeAuditEntries(db, isAbout({ user: await idOf(email) }));
    expect(log.map(([, ...said]) => said)).toEqual([
      ["Eva", `user second-factor-keep ${email}`, "Ritrovato"],
      ["Ada and Bruno", `user second-factor-reset ${email}`, "Telefono perso"],
    ]);
  });

  test("a second factor reset is refused for an account without an app or passkey", async () => {
    const { email } = await bench.makeUser();
    await expect(reset(email, "Bruno", ...because)).rejects.toThrow("neither an app nor a passkey");
  });
});

describe("a second factor reset", () => {
  test("a second factor reset requested twice is stored once, and two instances execute it once", async () => {
    const { email } = await keyHolder();
    const id = await idOf(email);
    expect(await askReset(db, deps.config, id, clock.now)).toBeInstanceOf(Date);
    expect(await askReset(db, deps.config, id, clock.now)).toBeNull();
    let woken = 0;
    const worker = { db, notifyMailWorker: () => void woken++ };
    expect(await resetDue(worker, clock.now)).toBe(0);
    expect(woken).toBe(0);
    later(HOURS * 3600);
    let both: Promise<number[]> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(factorResets).where(eq(factorResets.userId, id)).for("update");
      both = Promise.all([resetDue(worker, clock.now), resetDue(worker, clock.now)]);
      // Wait until both scheduler runs have found the due reset and are waiting for the lock.
      await vi.waitFor(async () => {
        const { rows } = await db.execute<{ n: number }>(
          sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rows[0]?.n).toBe(2);
      }, 5000);
    });
    await both;
    expect(woken).toBeGreaterThan(0);
    const told = (await mailsTo(email)).map(({ template }) => template);
    expect(told.filter((name) => name.startsWith("factor_reset"))).toEqual([
      "factor_reset_asked",
      "factor_reset_done",
    ]);
  });

  test("a second factor reset waits for its time, then removes app, codes and passkeys and ends all sessions", async () => {
    const { email, token, key } = await keyHolder();
    const { codes } = await addApp(token);
    const second = { userId: await idOf(email), credentialId: email, publicKey: "", counter: 0 };
    await db.insert(passkeys).values({ ...second, name: "Chiave di casa" });
    await asked(email);
    later(HOURS * 3600 - 1);
    expect(await resetDue(deps, clock.now)).toBe(0);
    const challenge = await challengeOf(email);
    later(1);
    expect(await resetDue(deps, clock.now)).toBe(1);
    const told = (await mailsTo(email)).at(-1);
    expect(told?.template).toBe("factor_reset_done");
    expect(told?.data.passkeys?.split(", ").sort()).toEqual(["Chiave di casa", key.name].sort());
    expect((await api("GET", FACTOR, { token })).status).toBe(401);
    expect(said(await handIn(challenge, codes[0] ?? ""))).toEqual([403, "code_invalid"]);
    const { status, json } = await login(email);
    expect(status).toBe(200);
    expect((await api("GET", PASSKEYS, { token: json.access_token })).json).toEqual([]);
    expect(await resetDue(deps, clock.now)).toBe(0);
  });

  test.each(["the app's code", "a recovery code", "a passkey", "a proof in an open session"])(
    "a second factor reset is cancelled by %s, and not by the password",
    async (way) => {
      const { email, token, authenticator } = await keyHolder();
      const { secret, codes } = await addApp(token);
      await asked(email);
      const challenge = await challengeOf(email);
      await api("POST", "wp/v2/users/proof", { token, body: { password: PASSWORD } });
      expect(await waits(email)).toBe(true);
      const ways: Record<string, () => Promise<{ status: number }>> = {
        "the app's code": () => handIn(challenge, codeOf(secret)),
        "a recovery code": () => handIn(challenge, codes[0] ?? ""),
        "a passkey": async () => enter(authenticator.sign(await loginOptions())),
        "a proof in an open session": () =>
          api("POST", "wp/v2/users/proof", { token, body: { code: codeOf(secret) } }),
      };
      const answer = await ways[way]?.();
      expect([200, 204]).toContain(answer?.status);
      expect(await waits(email)).toBe(false);
      later(HOURS * 3600);
      expect(await resetDue(deps, clock.now)).toBe(0);
    },
  );
});

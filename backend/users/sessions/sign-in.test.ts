import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { keyHoldersOf, said } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { rateLimits, sessions, users } from "../../db/schema/accounts";

const bench = await testBackend();
const { db, deps } = bench;
const { mailsTo, login, signUp } = peopleOf(bench);
const { appHolder, handIn, codeOf } = appHoldersOf(bench);
const { keyHolder } = keyHoldersOf(bench);

const MARK = "a-mark-of-some-browser";

/** Returns the hashed device cookies of an account's sessions. Null for a session without a cookie. */
const marksOf = async (email: string) =>
  (
    await db
      .select({ key: sessions.deviceKey })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(users.email, email))
  ).flatMap(({ key }) => (key ? [key] : []));

const newDevices = async (email: string) =>
  (await mailsTo(email)).filter(({ template }) => template === "new_device").length;

describe("a browser's device cookie", () => {
  test.each([
    ["kept", MARK, 1],
    ["kept at its maximum length", "m".repeat(64), 1],
    ["refused if it is longer", "m".repeat(65), 0],
    ["refused if it is too short", "m".repeat(19), 0],
    ["refused with an invalid character before it", `!${MARK}`, 0],
    ["refused with an invalid character after it", `${MARK}!`, 0],
  ])("a device cookie is %s", async (_what, mark, kept) => {
    const { email } = await signUp();
    await login(email, PASSWORD, { "X-Device": mark });
    expect(await marksOf(email)).toHaveLength(kept);
  });

  test("a device cookie has a separate count, so that failures in one browser do not block another", async () => {
    const { email } = await signUp();
    const browsers = ["first-browser-of-them-all", "second-browser-of-them-all"];
    const [first = {}, second = {}] = browsers.map((mark) => ({ "X-Device": mark }));
    for (const browser of [first, second]) await login(email, PASSWORD, browser);
    for (let i = 0; i < 10; i++) await login(email, OTHER_PASSWORD, first);
    expect((await login(email, PASSWORD, first)).status).toBe(429);
    expect((await login(email, PASSWORD, second)).status).toBe(200);
    await db.delete(rateLimits);
  });
});

describe("the email about a new device", () => {
  test("the email about a new device is sent immediately, also for a browser without a name", async () => {
    const { email } = await signUp();
    await login(email, PASSWORD, { "User-Agent": "curl/8" });
    const before = await newDevices(email);
    let woken = 0;
    const { notifyMailWorker } = deps;
    deps.notifyMailWorker = () => {
      woken += 1;
    };
    await login(email, PASSWORD, { "User-Agent": "", "X-Device": MARK });
    deps.notifyMailWorker = notifyMailWorker;
    expect(await newDevices(email)).toBe(before + 1);
    expect(woken).toBeGreaterThan(0);
  });

  test("no email about a new device is sent for a browser without cookie and name", async () => {
    const { email } = await signUp();
    await db.update(sessions).set({ device: "curl 8" });
    const before = await newDevices(email);
    await login(email, PASSWORD, { "User-Agent": "" });
    expect(await newDevices(email)).toBe(before);
  });
});

describe("second step of a sign-in", () => {
  test("an account with an app gets a challenge that only its own code completes", async () => {
    const { email, secret } = await appHolder();
    const { status, json } = await login(email);
    expect([status, json.code]).toEqual([403, "second_factor_required"]);
    expect((await handIn(json.data.challenge, codeOf(secret))).status).toBe(200);
    const other = await appHolder();
    const { json: theirs } = await login(other.email);
    expect((await handIn(theirs.data.challenge, codeOf(secret, 1))).status).toBe(403);
  });

  test("a passkey is required after the password only if the role requires a second factor", async () => {
    const { email } = await keyHolder();
    expect((await login(email)).status).toBe(200);
    await db
      .update(users)
      .set({ roles: ["staff"] })
      .where(eq(users.email, email));
    const refused = await login(email);
    expect(said(refused)).toEqual([403, "key_required"]);
    expect(refused.json.data).not.toHaveProperty("challenge");
    const without = await signUp();
    await db
      .update(users)
      .set({ roles: ["staff"] })
      .where(eq(users.email, without.email));
    expect((await login(without.email)).status).toBe(200);
  });
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "@/contract/durations";
import { EMAIL_BACK_DAYS } from "@/contract/limits";
import { GRANTED_ROLES, ROLE_TABLE } from "@/contract/roles";
import { keyHoldersOf, said } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { identities, users } from "../../db/schema/accounts";
import { authenticatorApps, passkeys } from "../../db/schema/passkeys";

/* Tests which of an account's sign-in methods can be removed by a person who has access only to the owner's mailbox. */

const bench = await testBackend();
const { api, db, clock } = bench;
const { mailsTo, tokenFor, login, signUp } = peopleOf(bench);
const { keyHolder } = keyHoldersOf(bench);

/** Sets a new password with the link in the recovery mail, which any visitor can request. */
async function resetByMail(email: string) {
  await api("POST", "wp/v2/users/password-recovery", { body: { email } });
  const body = { token: await tokenFor(email), password: OTHER_PASSWORD };
  expect((await api("POST", "wp/v2/users/password-reset", { body })).status).toBe(204);
}

async function keysOf(email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return db.$count(passkeys, eq(passkeys.userId, user?.id ?? ""));
}

const asking = GRANTED_ROLES.filter((role) => ROLE_TABLE[role].secondFactor === "asked");
test.each(asking)(
  "a password reset by email keeps the passkey of the role %s, and the new password alone does not sign in",
  async (role) => {
    const { email } = await keyHolder();
    await db
      .update(users)
      .set({ roles: [role] })
      .where(eq(users.email, email));
    await resetByMail(email);
    expect(await keysOf(email)).toBe(1);
    expect(said(await login(email, OTHER_PASSWORD))).toEqual([403, "key_required"]);
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      template: "password_changed",
      data: { removed: "" },
    });
  },
);

test("a first password by email removes an applicant's passkey, and the email names it", async () => {
  const { email, key } = await keyHolder();
  await resetByMail(email);
  expect(await keysOf(email)).toBe(0);
  expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
  expect((await mailsTo(email)).at(-1)).toMatchObject({
    template: "password_changed",
    data: { removed: `passkey (${key.name})` },
  });
});

test("the email about the first password names each removed way to sign in", async () => {
  const { email, key } = await keyHolder();
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const userId = user?.id ?? "";
  const link = (provider: string) => ({ provider, subject: email, userId });
  await db.insert(identities).values([link("google"), link("facebook")]);
  await resetByMail(email);
  const { data } = (await mailsTo(email)).at(-1) ?? {};
  expect(data).toMatchObject({ linked: "" });
  expect(data?.removed?.split(", ").sort()).toEqual([
    "Facebook",
    "Google",
    `passkey (${key.name})`,
  ]);
  await db.insert(identities).values([link("google"), link("facebook")]);
  await resetByMail(email);
  expect((await mailsTo(email)).at(-1)).toMatchObject({
    data: { linked: "Facebook, Google", removed: "" },
  });
});

test.each([
  ["added long before stays", 2 * EMAIL_BACK_DAYS, 1],
  ["added recently is removed and named by email", 0, 0],
])("when the former address recovers the account, a passkey %s", async (_, days, left) => {
  const { email, token, key } = await keyHolder();
  const since = new Date(clock.now.getTime() - days * DAY);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  await db
    .update(passkeys)
    .set({ createdAt: since })
    .where(eq(passkeys.userId, user?.id ?? ""));
  const to = `moved-${days}@example.org`;
  await api("POST", "wp/v2/users/me/email", { token, body: { email: to } });
  const confirm = async (address: string) =>
    api("POST", "wp/v2/users/email/confirm", { body: { token: await tokenFor(address) } });
  expect((await confirm(to)).status).toBe(200);
  expect((await confirm(email)).json).toEqual({ status: "taken_back" });
  expect(await keysOf(email)).toBe(left);
  const told = (await mailsTo(email)).filter(({ template }) => template === "passkey_removed");
  expect(told.map(({ data }) => data.passkey)).toEqual(left === 0 ? [key.name] : []);
});

test("when the former address recovers the account, a new authenticator app is removed and named by email", async () => {
  const { email, token } = await signUp();
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const to = "moved-app@example.org";
  await api("POST", "wp/v2/users/me/email", { token, body: { email: to, password: PASSWORD } });
  const confirm = async (address: string) =>
    api("POST", "wp/v2/users/email/confirm", { body: { token: await tokenFor(address) } });
  await confirm(to);
  const app = { userId: user?.id ?? "", secret: "x", lastStep: 0, createdAt: clock.now };
  await db.insert(authenticatorApps).values(app);
  await confirm(email);
  expect(await db.$count(authenticatorApps, eq(authenticatorApps.userId, app.userId))).toBe(0);
  expect((await mailsTo(email)).map(({ template }) => template)).toContain("app_removed");
});

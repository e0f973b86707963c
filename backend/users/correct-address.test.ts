import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { rateLimits, users } from "../db/schema/accounts";
import { outbox } from "../db/schema/mail";
import { correctAddress } from "./correct-address";
import { inviteEvaluator } from "./invitation/invite";

const bench = await testBackend();
const { api, db, clock, makeUser, makeEdition } = bench;
const { mailsTo, tokenFor, register, login, signUp } = peopleOf(bench);
let count = 0;
const fresh = () => `right-${++count}@example.org`;

beforeEach(() => db.delete(rateLimits));

const known = async (email: string) => {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`no account with ${email}`);
  return user;
};
const correct = async (from: string, to: string) =>
  correctAddress(db, await known(from), to, { actor: "Rita", reason: "prova", now: clock.now });
const follow = (token: string) => api("POST", "wp/v2/users/email/confirm", { body: { token } });
const templates = async (email: string) => (await mailsTo(email)).map(({ template }) => template);

describe("correction of a confirmed address", () => {
  test("a corrected address applies after its link is followed, and the old address gets two emails", async () => {
    const person = await signUp();
    const email = fresh();
    expect(await correct(person.email, email)).toBe("asked");
    expect((await known(person.email)).emailConfirmedAt).not.toBeNull();
    const told = (await mailsTo(person.email)).at(-1);
    expect(told?.template).toBe("email_correction");
    expect(told?.data).toMatchObject({ email });
    const [asked] = await mailsTo(email);
    expect([asked?.template, Object.keys(asked?.data ?? {})]).toEqual(["email_change", ["token"]]);
    expect(await correct(person.email, email)).toBe("link_waiting");

    expect((await follow(await tokenFor(email))).json.status).toBe("changed");
    expect((await login(email)).status).toBe(200);
    expect((await login(person.email)).status).toBe(401);
    // Staff requested the correction, so there is no requesting session of the owner that could stay open. Every
    // session ends.
    expect((await api("GET", "wp/v2/users/me/", { token: person.token })).status).toBe(401);
    expect(await templates(person.email)).toContain("email_changed");
  });

  test("a link in the mail to the old address cancels the correction and its link", async () => {
    const person = await signUp();
    const email = fresh();
    await correct(person.email, email);
    const forward = await tokenFor(email);
    const stop = String((await mailsTo(person.email)).at(-1)?.data.token);
    expect((await follow(stop)).json.status).toBe("taken_back");
    expect((await follow(forward)).status).toBe(410);
    expect((await known(person.email)).passwordHash).toBeNull();
    expect((await templates(person.email)).at(-1)).toBe("password_recovery");
  });

  test("a link in the mail to the old address revokes the correction for a week", async () => {
    const person = await signUp();
    const email = fresh();
    await correct(person.email, email);
    const stop = String((await mailsTo(person.email)).at(-1)?.data.token);
    expect((await follow(await tokenFor(email))).status).toBe(200);
    expect((await follow(stop)).json.status).toBe("taken_back");
    expect((await known(person.email)).email).toBe(person.email);
  });
});

describe("correction of an unconfirmed address", () => {
  test("a correction of an unconfirmed address applies immediately, sends nothing there and voids its links", async () => {
    const person = await register();
    const lost = await tokenFor(person.email);
    await db.update(outbox).set({ sentAt: clock.now }).where(eq(outbox.recipient, person.email));
    const before = (await mailsTo(person.email)).length;
    const email = fresh();
    expect(await correct(person.email, email)).toBe("moved");
    expect(await mailsTo(person.email)).toHaveLength(before);
    const confirm = (token: string) => api("POST", "wp/v2/users/confirm", { body: { token } });
    expect((await confirm(lost)).status).toBe(410);
    expect((await confirm(await tokenFor(email))).status).toBeLessThan(300);
    expect((await login(email)).status).toBe(200);
  });

  test("a correction of an unconfirmed address cancels the unsent email to it", async () => {
    const person = await register();
    const email = fresh();
    await correct(person.email, email);
    expect(await templates(person.email)).toEqual([]);
    expect(await templates(email)).toEqual(["confirm"]);
  });
});

test("a correction is refused for a closed account, the same or a taken address, and an invited account", async () => {
  const person = await signUp();
  const other = await signUp();
  const pending = await register();
  await makeEdition();
  const closed = await makeUser({ deactivatedAt: clock.now });
  const invited = fresh();
  const evaluator = { email: invited, firstName: "Ada", lastName: "Riva", language: "it" as const };
  expect(await inviteEvaluator(db, evaluator, clock.now)).toBe("invited");
  expect(await correct(closed.email, fresh())).toBe("account_closed");
  expect(await correct(person.email, person.email)).toBe("same_address");
  expect(await correct(person.email, other.email)).toBe("address_taken");
  expect(await correct(pending.email, (await register()).email)).toBe("address_taken");
  expect(await correct(person.email, pending.email)).toBe("asked");
  expect(await correct(invited, fresh())).toBe("invited");
});

import { describe, expect, test } from "vitest";
import { testBackend } from "@/tests/support/backend";
import { PASSWORD, peopleOf } from "@/tests/support/people";
import { inviteEvaluator, listAccounts, reactivate, setEvaluator } from "./administer";

const bench = await testBackend();
const { api, db, clock } = bench;
const { mailsTo, tokenFor, signUp, register, login } = peopleOf(bench);

describe("the evaluator role", () => {
  test("counts and ends with the next request of the same session", async () => {
    const { email, token } = await signUp();
    const roles = async () => (await api("GET", "wp/v2/users/me/", { token })).json.roles;
    expect(await setEvaluator(db, email, true)).toBe(true);
    expect(await roles()).toEqual(["applicant", "evaluator"]);
    expect(await setEvaluator(db, email, false)).toBe(true);
    expect(await roles()).toEqual(["applicant"]);
    expect(await setEvaluator(db, "nobody@example.org", true)).toBe(false);
  });
});

describe("an invitation", () => {
  const person = { firstName: "Ada", lastName: "Riva", language: "en" as const };

  test("opens an account without a password and mails the link", async () => {
    const email = "ada@example.org";
    expect(await inviteEvaluator(db, { ...person, email }, clock.now)).toBe(true);
    expect((await mailsTo(email))[0]).toMatchObject({ template: "invitation", language: "en" });
    expect((await login(email)).status).toBe(401);
    const body = { token: await tokenFor(email), password: PASSWORD };
    expect((await api("POST", "wp/v2/users/invitation", { body })).status).toBe(204);
    expect((await login(email)).status).toBe(200);
  });

  test("takes an account that somebody opened but never proved from whoever did", async () => {
    const { email } = await register({ password: "scelta-da-un-estraneo" });
    expect(await inviteEvaluator(db, { ...person, email }, clock.now)).toBe(true);
    const body = { token: await tokenFor(email), password: PASSWORD };
    expect((await api("POST", "wp/v2/users/invitation", { body })).status).toBe(204);
    expect((await login(email, "scelta-da-un-estraneo")).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test("of an account in use gives the role and sends nothing", async () => {
    const { email } = await signUp();
    expect(await inviteEvaluator(db, { ...person, email }, clock.now)).toBe(false);
    expect((await mailsTo(email)).some(({ template }) => template === "invitation")).toBe(false);
    const row = (await listAccounts(db)).find(([address]) => address === email);
    expect(row?.slice(2, 4)).toEqual(["applicant, evaluator", "active"]);
  });
});

test("a deactivated account can be given back", async () => {
  const { email, token } = await signUp();
  await api("DELETE", "wp/v2/users/me/", { token, body: { password: PASSWORD } });
  expect((await login(email)).json.code).toBe("account_deactivated");
  expect(await reactivate(db, email)).toBe(true);
  expect((await login(email)).status).toBe(200);
});

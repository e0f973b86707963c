import { describe, expect, test } from "vitest";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { reactivate, setEvaluator } from "./administer";

const bench = await testBackend();
const { api, db } = bench;
const { signUp, login } = peopleOf(bench);

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

test("a deactivated account can be restored", async () => {
  const { email, token } = await signUp();
  await api("DELETE", "wp/v2/users/me/", { token, body: { password: PASSWORD } });
  expect((await login(email)).json.code).toBe("account_deactivated");
  expect(await reactivate(db, email)).toBe(true);
  expect((await login(email)).status).toBe(200);
});

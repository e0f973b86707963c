import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { users } from "../db/schema/accounts";
import { reactivate, setRole } from "./administer";

const bench = await testBackend();
const { api, db, makeUser } = bench;
const { signUp, login } = peopleOf(bench);

describe("the evaluator role", () => {
  test("counts and ends with the next request of the same session", async () => {
    const { email, token } = await signUp();
    const roles = async () => (await api("GET", "wp/v2/users/me/", { token })).json.roles;
    expect(await setRole(db, email, "evaluator", true)).toBe(true);
    expect(await roles()).toEqual(["applicant", "evaluator"]);
    expect(await setRole(db, email, "evaluator", false)).toBe(true);
    expect(await roles()).toEqual(["applicant"]);
    expect(await setRole(db, "nobody@example.org", "evaluator", true)).toBe(false);
  });
});

test("a build that knows evaluators by a boolean alone, and this one, see the same evaluators", async () => {
  const { id } = await makeUser();
  const stored = async () => {
    const [row] = await db.select().from(users).where(eq(users.id, id));
    return [row?.evaluator, row?.roles];
  };
  const setBoolean = (value: boolean) =>
    db.execute(sql`update users set evaluator = ${value} where id = ${id}`);
  await setBoolean(true);
  expect(await stored()).toEqual([true, ["evaluator"]]);
  await setBoolean(false);
  expect(await stored()).toEqual([false, []]);
  await db
    .update(users)
    .set({ roles: ["evaluator"] })
    .where(eq(users.id, id));
  expect(await stored()).toEqual([true, ["evaluator"]]);
  await db.update(users).set({ roles: [] }).where(eq(users.id, id));
  expect(await stored()).toEqual([false, []]);
});

test("a deactivated account can be restored", async () => {
  const { email, token } = await signUp();
  await api("DELETE", "wp/v2/users/me/", { token, body: { password: PASSWORD } });
  expect((await login(email)).json.code).toBe("account_deactivated");
  expect(await reactivate(db, email)).toBe(true);
  expect((await login(email)).status).toBe(200);
});

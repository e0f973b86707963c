import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { users } from "../db/schema/accounts";
import { reactivate, setRole } from "./administer";

const bench = await testBackend();
const { api, db, clock, makeUser } = bench;
const { signUp, login } = peopleOf(bench);

describe("the evaluator role", () => {
  test("a change of the evaluator role ends all sessions and applies from the next sign-in", async () => {
    const { email, token } = await signUp();
    const ask = (as: string) => api("GET", "wp/v2/users/me/", { token: as });
    expect(await setRole(db, email, "evaluator", true, clock.now)).toBe(true);
    expect((await ask(token)).status).toBe(401);
    const next = (await login(email)).json.access_token;
    expect((await ask(next)).json.roles).toEqual(["applicant", "evaluator"]);
    expect(await setRole(db, email, "evaluator", false, clock.now)).toBe(true);
    expect((await ask(next)).status).toBe(401);
    expect((await ask((await login(email)).json.access_token)).json.roles).toEqual(["applicant"]);
    expect(await setRole(db, "nobody@example.org", "evaluator", true, clock.now)).toBe(false);
  });
});

test("a build with the evaluator column and this build with roles see the same evaluators", async () => {
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

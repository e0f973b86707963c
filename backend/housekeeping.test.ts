import { describe, expect, test } from "vitest";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { mailTokens, rateLimits, refreshTokens, sessions } from "./db/schema/accounts";
import { outbox } from "./db/schema/mail";
import { deleteExpiredRecords } from "./housekeeping";

const bench = await testBackend();
const { api, db, clock } = bench;
const { signUp, login, register } = peopleOf(bench);
const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000);

async function counts() {
  const rows = [mailTokens, refreshTokens, sessions, rateLimits].map((table) => db.$count(table));
  return Promise.all(rows);
}

describe("deletion of expired records", () => {
  test("the deletion of expired records keeps all records within their period", async () => {
    const { email, refreshToken } = await signUp();
    const body = { refresh_token: refreshToken };
    await api("POST", "wp/v2/users/login/refresh", { body });
    await login(email, "sbagliata-del-tutto");
    const before = await counts();
    await deleteExpiredRecords(db, clock.now);
    expect(await counts()).toEqual(before);
    await deleteExpiredRecords(db, inDays(9));
    expect(await counts()).toEqual([0, 2, 1, 0]);
    await deleteExpiredRecords(db, inDays(31));
    expect(await counts()).toEqual([0, 0, 1, 0]);
    await deleteExpiredRecords(db, inDays(181));
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  test("an unsent email loses its link when the link has expired", async () => {
    await db.delete(outbox);
    await register();
    const tokens = async () => (await db.select().from(outbox)).map(({ data }) => data.token);
    const written = (await db.select().from(outbox))[0]?.createdAt ?? new Date();
    await deleteExpiredRecords(db, new Date(written.getTime() + 6 * 86_400_000));
    expect((await tokens())[0]).toBeTruthy();
    await deleteExpiredRecords(db, new Date(written.getTime() + 8 * 86_400_000));
    expect(await tokens()).toEqual([undefined]);
  });
});

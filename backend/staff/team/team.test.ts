import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";
import { sessions, users } from "../../db/schema/accounts";
import { auditEntries } from "../../db/schema/audit-log";
import { openSession } from "../../users/sessions/sessions";

const { api, db, clock, makeUser } = await testBackend();
const TEAM = "wp/v2/staff/team";

type Member = Awaited<ReturnType<typeof makeUser>>;
async function member(role: string, values: object = {}): Promise<Member> {
  const one = await makeUser({ roles: [role], ...values });
  const proved = { provedAt: clock.now, keyProvedAt: clock.now };
  await db.update(sessions).set(proved).where(eq(sessions.id, one.sessionId));
  return one;
}
const post = (path: string, body: object, by: Member) =>
  api("POST", `${TEAM}/${path}`, { token: by.token, body });
async function make(path: string, body: object, by: Member) {
  const { plan } = (await post(path, body, by)).json;
  return post(path, { ...body, plan, reason: "cambio di turno" }, by);
}
const against = async (path: string, body: object, by: Member) => {
  const { json } = await post(path, body, by);
  return [json.count, json.against[0]?.name];
};
const rolesOf = async (id: string) =>
  (await db.select().from(users).where(eq(users.id, id)))[0]?.roles;

const rita = await member("director", { email: "rita@example.org", lastName: "Neri" });
const ugo = await member("staff", { email: "ugo@example.org", lastName: "Verdi" });

describe("the team", () => {
  test("all staff read the team with second factors, sessions, and last actions", async () => {
    const auditor = await member("auditor", { lastName: "Zeta" });
    for (const by of [rita, ugo, auditor]) {
      const { json } = await api("GET", TEAM, { token: by.token });
      expect(json.members.map(({ roles }: { roles: string[] }) => roles)).toEqual([
        ["director"],
        ["staff"],
        ["auditor"],
      ]);
      expect(json.members.filter(({ own }: { own: boolean }) => own)).toMatchObject([
        { id: by.id, passkeys: 1, app: false, last_act: null },
      ]);
      expect([json.directors, json.directors_with_key]).toEqual([1, 1]);
    }
  });

  test("a director with a passkey grants and revokes a role, which ends sessions and is logged", async () => {
    const { id, email } = await makeUser({ firstName: "Ada", lastName: "Riva" });
    await openSession(db, { userId: id, device: "Mac", deviceKey: null, now: clock.now });
    const body = { email, role: "staff" };
    expect((await post("grant", body, rita)).json.effects).toEqual([
      { name: "granted_staff", count: 1, facts: { name: "Ada Riva" } },
      { name: "signed_out", count: 1 },
      { name: "factor_missing", count: 1 },
    ]);
    expect((await make("grant", body, rita)).json.done).toBe(true);
    expect(await rolesOf(id)).toEqual(["staff"]);
    expect(await against("grant", body, rita)).toEqual([0, "has_role"]);
    expect((await make("revocation", body, rita)).json.done).toBe(true);
    expect(await rolesOf(id)).toEqual([]);
    const told = (await db.select().from(auditEntries)).map(({ act, data, actorId }) => [
      act,
      data.role,
      actorId,
    ]);
    expect(told).toEqual([
      ["user.grant", "staff", rita.id],
      ["user.revoke", "staff", rita.id],
    ]);
    const { members } = (await api("GET", TEAM, { token: ugo.token })).json;
    expect(members[0].last_act).toMatchObject({ act: "user.revoke", line: 2 });
  });

  test("the team returns 404 to others and asks a director for an existing passkey", async () => {
    const auditor = await member("auditor");
    const body = { email: ugo.email, role: "auditor" };
    for (const by of [ugo, auditor]) expect((await post("grant", body, by)).status).toBe(404);
    const cold = await makeUser({ roles: ["director"] });
    const { plan } = (await post("grant", body, cold)).json;
    const asked = await post("grant", { ...body, plan, reason: "x" }, cold);
    expect([asked.status, asked.json.code]).toEqual([403, "key_required"]);
    await db.update(users).set({ roles: [] }).where(eq(users.id, cold.id));
  });

  test("a role cannot be granted to the caller or to an unusable account", async () => {
    expect(await against("grant", { email: rita.email, role: "auditor" }, rita)).toEqual([
      0,
      "own_role",
    ]);
    const waiting = await makeUser({ emailConfirmedAt: null });
    const closed = await makeUser({ deactivatedAt: clock.now });
    const role = "staff";
    expect(await against("grant", { email: waiting.email, role }, rita)).toEqual([
      0,
      "account_unconfirmed",
    ]);
    expect(await against("grant", { email: closed.email, role }, rita)).toEqual([
      0,
      "account_closed",
    ]);
    const { json } = await post("grant", { email: "nobody@example.org", role }, rita);
    expect(json.data.fields).toEqual({ email: "invalid_choice" });
    expect((await post("grant", { email: ugo.email, role: "evaluator" }, rita)).status).toBe(422);
  });

  test("the last director cannot be removed, also with two concurrent revocations", async () => {
    const own = { email: rita.email, role: "director" };
    expect(await against("revocation", own, rita)).toEqual([0, "last_director"]);
    const eva = await member("director", { email: "eva@example.org" });
    const ritas = await post("revocation", { email: eva.email, role: "director" }, rita);
    const evas = await post("revocation", own, eva);
    const reason = "insieme";
    const both = await Promise.all([
      post(
        "revocation",
        { email: eva.email, role: "director", plan: ritas.json.plan, reason },
        rita,
      ),
      post("revocation", { ...own, plan: evas.json.plan, reason }, eva),
    ]);
    expect(both.filter(({ json }) => json.done)).toHaveLength(1);
    const left = [await rolesOf(rita.id), await rolesOf(eva.id)].flat();
    expect(left).toEqual(["director"]);
  });

  test("a director ends the sessions of others but not the own ones", async () => {
    const boss = await member("director");
    await openSession(db, { userId: ugo.id, device: "Mac", deviceKey: null, now: clock.now });
    expect((await post(`${ugo.id}/sign-out`, {}, boss)).json.count).toBe(1);
    expect((await make(`${ugo.id}/sign-out`, {}, boss)).json.done).toBe(true);
    expect(await against(`${boss.id}/sign-out`, {}, boss)).toEqual([0, "own_sessions"]);
    const { id } = await makeUser();
    expect(await against(`${id}/sign-out`, {}, boss)).toEqual([0, "not_staff"]);
  });
});

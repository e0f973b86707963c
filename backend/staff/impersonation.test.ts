import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { MINUTE } from "@/contract/durations";
import { isHidden } from "@/contract/endpoint";
import { IMPERSONATION_MINUTES } from "@/contract/limits";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { impersonations, sessions, users } from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { deleteExpiredRecords } from "../housekeeping";

const { api, db, clock, makeUser, makeEdition } = await testBackend();
await makeEdition();
const START = clock.now;
const marco = await makeUser({ firstName: "Marco", lastName: "Bassani", roles: ["evaluator"] });
await api("POST", "wp/v2/project", { token: marco.token, body: fullDraft({ nome: "Meridiana" }) });
const [project] = await db.select().from(projects).where(eq(projects.userId, marco.id));
const paolo = await makeUser({ email: "paolo@example.org", roles: ["staff"] });
const address = `wp/v2/staff/applications/${project?.id}/see-as`;

async function look(by: { token: string } = paolo, reason = "Non trova dove caricare il video") {
  const { status, json } = await api("POST", address, { token: by.token, body: { reason } });
  expect(status).toBe(201);
  return json.token as string;
}
const read = async (token: string, path = "wp/v2/project") => {
  const { status, json } = await api("GET", path, { token });
  return [status, json?.code ?? json?.project?.nome];
};

/**
 * Endpoints that staff can read during an impersonation (docs/decisions/0045): the application with its files, and data
 * that staff can see anyway.
 */
const READABLE = [
  "getMe",
  "getMyInvitation",
  "getProject",
  "getProjectFeedback",
  "getProjectFile",
  "getReceipt",
  "getTimeline",
  "getUpload",
  "listPasskeys",
  "listSessions",
  "readSecondFactor",
];

beforeEach(() => {
  clock.now = START;
});

describe("an impersonation", () => {
  test("an impersonation reads what the applicant sees and has no role of either account", async () => {
    const { json: opened } = await api("POST", address, {
      token: paolo.token,
      body: { reason: "Chiede aiuto" },
    });
    expect(opened).toEqual({
      token: expect.stringMatching(/^see\.[\w-]{43}$/),
      name: "Marco Bassani",
      until: new Date(START.getTime() + IMPERSONATION_MINUTES * MINUTE).toISOString(),
    });
    const { json: me } = await api("GET", "wp/v2/users/me", { token: opened.token });
    expect(me.id).toBe(marco.id);
    expect(await read(opened.token)).toEqual([200, "Meridiana"]);
    expect(await read(opened.token, "wp/v2/projects")).toEqual([403, "forbidden_role"]);
    expect(await read(opened.token, "wp/v2/staff/acts")).toEqual([404, "not_found"]);
  });

  test.each(endpoints.filter(({ method }) => !["GET", "HEAD", "OPTIONS"].includes(method)))(
    "an impersonation cannot $method $path, active or expired",
    async ({ method, path }) => {
      const token = await look();
      const to = path.replaceAll(/\{\w+\}/g, project?.id ?? "");
      for (const one of [token, "see.x"]) {
        const { status, json } = await api(method, to, { token: one, body: {} });
        expect([status, json?.code]).toEqual([403, "seeing_only"]);
      }
    },
  );

  test("an impersonation changes no row and reads nothing that requires re-authentication", async () => {
    const token = await look();
    const before = await everyRow();
    for (const endpoint of endpoints) {
      const { method, path, proof = "session" } = endpoint;
      if (!["GET", "HEAD"].includes(method)) continue;
      const to = path.replaceAll(/\{\w+\}/g, project?.id ?? "");
      const { json } = await api(method, to, { token });
      if (proof === "session") continue;
      expect(json.code).toBe(isHidden(endpoint) ? "not_found" : "seeing_only");
    }
    expect(await everyRow()).toEqual(before);
  });

  test("an impersonation reads exactly the allowed endpoints", async () => {
    const token = await look();
    const readable: string[] = [];
    for (const endpoint of endpoints) {
      const { name, method, path, access } = endpoint;
      if (!["GET", "HEAD"].includes(method) || access === "anyone") continue;
      const to = path.replaceAll(/\{\w+\}/g, project?.id ?? "");
      const { json } = await api(method, to, { token });
      const refused = ["seeing_only", "forbidden_role"].includes(json?.code);
      if (!refused && !isHidden(endpoint)) readable.push(name);
    }
    // A new endpoint that an impersonation can read makes this test fail. Either add the endpoint to `READABLE`, or set
    // `proof` in its description to reject it during impersonation (docs/decisions/0045).
    expect(readable.sort()).toEqual(READABLE);
  });

  test("an impersonation cannot be renewed or start another one", async () => {
    const token = await look();
    const body = { refresh_token: token };
    const renewed = await api("POST", "wp/v2/users/login/refresh", { body });
    expect([renewed.status, renewed.json.code]).toEqual([401, "invalid_token"]);
    expect((await api("POST", address, { token, body: { reason: "x" } })).status).toBe(403);
  });

  test("an impersonation does not change the staff member's own session", async () => {
    await look();
    expect(await read(paolo.token, "wp/v2/staff/acts")).toEqual([200, undefined]);
    const { json } = await api("GET", "wp/v2/users/me", { token: paolo.token });
    expect(json.id).toBe(paolo.id);
  });
});

describe("an ended impersonation", () => {
  const OVER = [401, "not_authenticated"];

  test("an impersonation expires after its minutes and its token is deleted", async () => {
    const token = await look();
    clock.now = new Date(START.getTime() + IMPERSONATION_MINUTES * MINUTE - 1);
    expect(await read(token)).toEqual([200, "Meridiana"]);
    clock.now = new Date(START.getTime() + IMPERSONATION_MINUTES * MINUTE);
    expect(await read(token)).toEqual(OVER);
    await deleteExpiredRecords(db, new Date(clock.now.getTime() + 1));
    expect(await db.$count(impersonations)).toBe(0);
  });

  test("an impersonation ends when it is stopped or another one begins", async () => {
    const first = await look();
    const second = await look();
    expect(await read(first)).toEqual(OVER);
    expect(await read(second)).toEqual([200, "Meridiana"]);
    const stopped = await api("DELETE", "wp/v2/staff/see-as", { token: paolo.token });
    expect(stopped.status).toBe(204);
    expect(await read(second)).toEqual(OVER);
  });

  test.each<[string, (looker: { id: string; sessionId: string }) => Promise<unknown>]>([
    [
      "the staff member signs out",
      ({ sessionId }) =>
        db.update(sessions).set({ revokedAt: START }).where(eq(sessions.id, sessionId)),
    ],
    [
      "the staff member loses the role",
      ({ id }) => db.update(users).set({ roles: [] }).where(eq(users.id, id)),
    ],
    [
      "the staff member is deactivated",
      ({ id }) => db.update(users).set({ deactivatedAt: START }).where(eq(users.id, id)),
    ],
  ])("an impersonation ends when %s", async (_, change) => {
    const looker = await makeUser({ roles: ["director"] });
    const token = await look(looker);
    expect(await read(token)).toEqual([200, "Meridiana"]);
    await change(looker);
    expect(await read(token)).toEqual(OVER);
  });
});

test("an impersonation requires a reason, a role that can act, and an existing application", async () => {
  const auditor = await makeUser({ roles: ["auditor"] });
  const ask = async (token: string, to: string, reason?: string) => {
    const { json } = await api("POST", to, { token, body: { reason } });
    return json.code;
  };
  expect(await ask(auditor.token, address, "x")).toBe("not_found");
  expect(await ask(marco.token, address, "x")).toBe("not_found");
  expect(await ask(paolo.token, address)).toBe("invalid_fields");
  expect(await ask(paolo.token, address, " ")).toBe("invalid_fields");
  for (const id of [randomUUID(), "x"]) {
    const to = `wp/v2/staff/applications/${id}/see-as`;
    expect(await ask(paolo.token, to, "x")).toBe("not_found");
  }
});

test("the audit log has the reason of an impersonation, and the applicant's timeline has the visit", async () => {
  await look(paolo, "Ha chiamato alle 22:05");
  const { json } = await api("GET", `wp/v2/staff/acts?act=user.see-as&per_page=1`, {
    token: paolo.token,
  });
  expect(json.acts).toMatchObject([
    {
      level: "web",
      who: "paolo@example.org",
      edition: 2026,
      person: { id: marco.id },
      reason: "Ha chiamato alle 22:05",
    },
  ]);
  const timeline = await api("GET", "wp/v2/project/timeline", { token: marco.token });
  expect(timeline.json.events[0]).toEqual({
    at: START.toISOString(),
    type: "seen",
    data: { minutes: IMPERSONATION_MINUTES },
  });
  expect(JSON.stringify(timeline.json)).not.toContain("Ha chiamato");
});

/** Returns a hash of every row of every table. */
async function everyRow() {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const hashes: Record<string, unknown> = {};
  for (const { name } of rows) {
    const table = sql.identifier(name);
    const { rows: found } = await db.execute(
      sql`select md5(coalesce(string_agg(row::text, '' order by row::text), '')) as hash from ${table} as row`,
    );
    hashes[name] = found[0]?.hash;
  }
  return hashes;
}

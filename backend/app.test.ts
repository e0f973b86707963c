import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { DEFAULT_PLACES } from "@/contract/edition-figures";
import { type Endpoint, endpoint, isHidden, roleFor } from "@/contract/endpoint";
import { perLanguage } from "@/contract/languages";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { GRANTED_ROLES, ROLES, type Role } from "@/contract/roles";
import { indexSchema } from "@/contract/service";
import { testBackend } from "@/tests/support/servers/backend";
import { savedLists } from "./db/schema/accounts";
import { projects, submissions } from "./db/schema/applications";
import { letters, letterTexts } from "./db/schema/mail";
import type { Failure } from "./http/failure";
import { serveOn } from "./http/serve";
import { putBytes } from "./store/put-bytes";
import { authenticate } from "./users/sessions/authenticate";

const { api, backend, deps, makeUser, makeEdition } = await testBackend();

describe("index and OpenAPI document", () => {
  test("the index and the OpenAPI document need no sign-in", async () => {
    expect((await api("GET", "")).json.namespaces).toEqual(["wp/v2"]);
    expect((await api("GET", "openapi.json")).json.openapi).toBe("3.1.0");
  });

  test("the index and the OpenAPI document name each path with all its methods", async () => {
    const { routes } = (await api("GET", "")).json;
    expect(routes["/wp/v2/project"]).toEqual({ methods: ["GET", "POST", "DELETE"] });
    const { paths } = (await api("GET", "openapi.json")).json;
    for (const path of ["/wp/v2/whitepaper_requests", "/wp/v2/posts", "/wp/v2/projects/ranking"]) {
      expect(Object.keys(routes), path).toContain(path);
      expect(Object.keys(paths), path).toContain(path);
    }
  });

  test("the index shows the dates of the current edition if there is one", async () => {
    const index = async () => indexSchema.parse((await api("GET", "")).json).edition;
    expect(await index()).toBeNull();
    await makeEdition({ year: 2025 });
    await makeEdition({ awardedAt: new Date("2026-12-11T23:00:00.000Z") });
    expect(await index()).toEqual({
      year: 2026,
      opensAt: "2026-06-30T22:00:00.000Z",
      closesAt: "2026-09-30T22:00:00.000Z",
      afterSending: "editable_until_deadline",
      evaluationOpensAt: null,
      evaluationClosesAt: null,
      awardedAt: "2026-12-11T23:00:00.000Z",
      places: DEFAULT_PLACES,
    });
  });

  test("a request body that breaks off is answered with status 400", async () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"email":'));
        stream.error(new Error("aborted"));
      },
    });
    const url = "https://slancio.example/wp-json/wp/v2/users/login";
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    expect((await backend.fetch(new Request(url, init))).status).toBe(400);
  });

  test("an unknown path is a 404 in the contract's error shape", async () => {
    const { status, json } = await api("GET", "wp/v2/nothing");
    expect(status).toBe(404);
    expect(json).toMatchObject({ code: "not_found", data: { status: 404 } });
  });
});

describe("access to endpoints", () => {
  const guarded = endpoints.filter(({ access }) => access !== "anyone");
  const matrix = guarded.flatMap((endpoint) => ROLES.map((role) => ({ ...endpoint, role })));
  /**
   * Maps the role that an endpoint requires to the roles that can call the endpoint: `read` for requests that only
   * read, `act` for all other requests. If a role is missing here, only that role can call its endpoints.
   */
  const LET_IN: Partial<Record<Role, Record<"read" | "act", readonly Role[]>>> = {
    applicant: { read: ROLES, act: ROLES },
    staff: { read: ["staff", "director", "auditor"], act: ["staff", "director"] },
    director: { read: ["director", "auditor"], act: ["director"] },
  };
  const isLetIn = (role: Role, asked: Role, method: string) =>
    (LET_IN[asked]?.[method === "GET" ? "read" : "act"] ?? [asked]).includes(role);
  /** A POST request that only reads data has the same access rules as a GET request. */
  const methodOf = ({ method, reads }: Pick<Endpoint, "method" | "reads">) =>
    reads ? "GET" : method;
  const isStaffs = ({ path }: { path: string }) => path.startsWith("wp/v2/staff/");
  // Id of the object that a test creates before its request. Without this object, every role would get a 404.
  let id = "";
  beforeAll(async () => {
    const { id: userId } = await makeUser({ roles: ["evaluator"] });
    const { id: editionId } = await makeEdition({ year: 2024 });
    const [row] = await deps.db
      .insert(projects)
      .values({ id: userId, userId, editionId, fields: {} })
      .returning();
    id = row?.id ?? "";
    const [field] = FILE_FIELDS;
    const file = { id, field, name: "a.pdf", size: 1, type: "application/pdf", sha256: "" };
    const answers = {
      ...EMPTY_PROJECT,
      [`${field}`]: { ...file, uploaded_at: "2024-01-01T00:00:00Z" },
    };
    await putBytes(deps.store, id, Uint8Array.of(1));
    const sent = { number: id, sha256: "", version: 1, sentAt: new Date(), project: answers };
    const texts = perLanguage(() => ({ subject: "", text: "" }));
    await deps.db.insert(letters).values({ id, editionId, texts });
    await deps.db.insert(submissions).values({ ...sent, projectId: id, editionId });
  });
  const path = (template: string) =>
    template
      .replace("{year}", "2024")
      .replace("{template}", "confirm")
      .replaceAll(/\{\w+\}/g, id);

  test("the endpoints of staff, directors and auditors are exactly those below the staff path", () => {
    const theirs = endpoints.filter(({ access }) => /^(staff|director|auditor)$/.test(access));
    expect(theirs).toEqual(endpoints.filter(isStaffs));
    expect(theirs.every(isHidden)).toBe(true);
    expect(theirs.length).toBeGreaterThan(0);
  });

  test.each(guarded)(
    "$name rejects a missing, an invalid and an ended session",
    async (endpoint) => {
      const ended = await makeUser({ deactivatedAt: new Date(0), roles: [...GRANTED_ROLES] });
      for (const token of [undefined, "x.y.z", ended.token]) {
        const { status } = await api(endpoint.method, path(endpoint.path), { token });
        expect(status).toBe(isStaffs(endpoint) ? 404 : 401);
      }
    },
  );

  test.each(matrix)(
    "$name, which requires $access, accepts or refuses the role $role as the contract says",
    async (endpoint) => {
      const { id: userId, token } = await makeUser({
        roles: GRANTED_ROLES.filter((r) => r === endpoint.role),
      });
      // Assigns the saved list to the caller, because a saved list belongs to one account.
      await deps.db
        .insert(savedLists)
        .values({ id, userId, list: "mails", name: id, query: {} })
        .onConflictDoUpdate({ target: savedLists.id, set: { userId } });
      // Restores the letter text, because the test of an earlier role can delete it.
      const texts = perLanguage(() => ({ subject: "", text: "" }));
      await deps.db.insert(letterTexts).values({ id, name: id, texts }).onConflictDoNothing();
      const { json } = await api(endpoint.method, path(endpoint.path), { token });
      const asked = roleFor(endpoint.access);
      const refused = asked !== undefined && !isLetIn(endpoint.role, asked, methodOf(endpoint));
      const refusal = isStaffs(endpoint) ? "not_found" : "forbidden_role";
      expect(json?.code === refusal).toBe(refused);
    },
  );

  const made = (["staff", "director", "auditor"] as const).flatMap((access) =>
    (["GET", "POST"] as const).map((method) => ({ access, method })),
  );
  test.each(made)(
    "an endpoint with $method for $access accepts exactly the roles with that access",
    async ({ access, method }) => {
      const app = new Hono() as unknown as Parameters<typeof serveOn>[0];
      const description = { name: "made", method, path: "wp/v2/staff/made", summary: "", access };
      const serve = serveOn(app, deps, authenticate, async () => {});
      serve(endpoint({ ...description, answer: { status: 204 } }), async () => {});
      app.onError((error) => (error as Failure).toResponse());
      for (const role of ROLES) {
        const { token } = await makeUser({ roles: GRANTED_ROLES.filter((r) => r === role) });
        const headers = { Authorization: `Bearer ${token}` };
        const { status } = await app.request("/wp-json/wp/v2/staff/made", { method, headers });
        expect([role, status]).toEqual([role, isLetIn(role, access, method) ? 204 : 404]);
      }
    },
  );

  test("for other roles a staff path looks like an unknown path, and no list names it", async () => {
    const { token } = await makeUser({ roles: ["evaluator"] });
    for (const caller of [{}, { token }, { token: "x.y.z" }]) {
      const [there, not] = await Promise.all(
        ["wp/v2/staff/acts?act=nonsense", "wp/v2/staff/nothing"].map((one) =>
          api("GET", one, caller),
        ),
      );
      expect([there?.status, there?.json]).toEqual([404, not?.json]);
      expect([...(there?.headers ?? [])].map(([name]) => name)).toEqual(
        [...(not?.headers ?? [])].map(([name]) => name),
      );
    }
    for (const list of ["", "openapi.json"]) {
      expect(JSON.stringify((await api("GET", list)).json)).not.toContain("staff/");
    }
  });
});

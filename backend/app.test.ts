import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { roleFor } from "@/contract/endpoint";
import { GRANTED_ROLES, ROLES, rolesWith } from "@/contract/roles";
import { indexSchema } from "@/contract/service";
import { testBackend } from "@/tests/support/servers/backend";

const { api, backend, makeUser, makeEdition } = await testBackend();

describe("the service", () => {
  test("the index and the OpenAPI document answer anyone", async () => {
    expect((await api("GET", "")).json.namespaces).toEqual(["wp/v2"]);
    expect((await api("GET", "openapi.json")).json.openapi).toBe("3.1.0");
  });

  test("the index and the OpenAPI document name every path with all its methods", async () => {
    const { routes } = (await api("GET", "")).json;
    expect(routes["/wp/v2/project"]).toEqual({ methods: ["GET", "POST", "DELETE"] });
    const { paths } = (await api("GET", "openapi.json")).json;
    for (const path of ["/wp/v2/whitepaper_requests", "/wp/v2/posts", "/wp/v2/projects/ranking"]) {
      expect(Object.keys(routes), path).toContain(path);
      expect(Object.keys(paths), path).toContain(path);
    }
  });

  test("the index says the dates of the current edition, once there is one", async () => {
    const index = async () => indexSchema.parse((await api("GET", "")).json).edition;
    expect(await index()).toBeNull();
    await makeEdition({ year: 2025 });
    await makeEdition({ awardedAt: new Date("2026-12-11T23:00:00.000Z") });
    expect(await index()).toEqual({
      year: 2026,
      opensAt: "2026-06-30T22:00:00.000Z",
      closesAt: "2026-09-30T22:00:00.000Z",
      evaluationOpensAt: null,
      evaluationClosesAt: null,
      awardedAt: "2026-12-11T23:00:00.000Z",
    });
  });

  test("a body that breaks off is its sender's fault", async () => {
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

describe("the access table", () => {
  const guarded = endpoints.filter(({ access }) => access !== "anyone");
  const matrix = guarded.flatMap((endpoint) => ROLES.map((role) => ({ ...endpoint, role })));
  const path = (template: string) =>
    template.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000");

  test.each(guarded)("$name: no token, a bad one and an expired one are 401", async (endpoint) => {
    const attempts = [undefined, "x.y.z"];
    for (const token of attempts) {
      const { status } = await api(endpoint.method, path(endpoint.path), { token });
      expect(status).toBe(401);
    }
  });

  test.each(matrix)("$name, which is for $access, as $role", async (endpoint) => {
    const { token } = await makeUser({ roles: GRANTED_ROLES.filter((r) => r === endpoint.role) });
    const { json } = await api(endpoint.method, path(endpoint.path), { token });
    const asked = roleFor(endpoint.access);
    const refused = asked !== undefined && !rolesWith([endpoint.role]).includes(asked);
    expect(json?.code === "forbidden_role").toBe(refused);
  });
});

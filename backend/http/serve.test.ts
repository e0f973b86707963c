import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "@/contract/endpoint";
import { ERROR_STATUS, type ErrorCode } from "@/contract/errors";
import type { Dependencies } from "../dependencies";
import { Failure, PRIVATE_HEADERS } from "./failure";
import type { RequestVariables } from "./log";
import { type Call, type Caller, serveOn } from "./serve";

/* Tests the checks that run before every handler, with fakes for authentication and re-authentication. */

const AT = new Date("2026-08-20T10:00:00.000Z");
const MADE = {
  name: "made",
  method: "POST",
  path: "wp/v2/made/",
  summary: "Made for these tests",
  access: "user",
  answer: { status: 200, json: z.object({ kept: z.string() }) },
} as const satisfies Endpoint;
const ADA: Caller = {
  id: "ada",
  email: "ada@example.org",
  firstName: "Ada",
  lastName: "Riva",
  language: "it",
  roles: ["applicant"],
  lacking: [],
  sessionId: "session",
};

/**
 * Calls the sample endpoint once.
 *
 * @returns the response, the handler's argument (null if the handler was not called), the user id for the log, and the
 * callers whose re-authentication was checked
 */
async function ask(
  changed: Partial<Endpoint>,
  {
    who = ADA,
    url = "/wp-json/wp/v2/made",
    body = {},
    headers = {},
    returns = { kept: "yes", secret: "no" },
    proves = true,
  }: {
    who?: Caller | Error;
    url?: string;
    body?: unknown;
    headers?: Record<string, string>;
    returns?: unknown;
    proves?: boolean;
  } = {},
) {
  const app = new Hono<RequestVariables>();
  const noted: Record<string, unknown> = {};
  app.use(async (context, next) => {
    context.set("log", "the log of the request" as never);
    await next();
    for (const name of ["endpoint", "userId"] as const) noted[name] = context.get(name);
  });
  app.onError((error, context) =>
    error instanceof Failure ? error.toResponse() : context.text(error.message, 500),
  );
  const proofs: unknown[] = [];
  const calls: Call<Endpoint>[] = [];
  const serve = serveOn(
    app,
    { now: () => AT, config: "the configuration" } as unknown as Dependencies,
    async () => {
      if (who instanceof Error) throw who;
      return who;
    },
    async ({ name }, given) => {
      proofs.push([name, given.caller.id, given.body, given.now()]);
      if (!proves) throw new Failure("proof_required");
    },
  );
  const made = { ...MADE, ...changed } as Endpoint;
  serve(made, async (call) => {
    calls.push(call);
    return returns as never;
  });
  const response = await app.request(url, {
    method: made.method,
    ...(made.method === "GET" ? {} : { body: JSON.stringify(body) }),
    headers,
  });
  const text = await response.text();
  const json = text.startsWith("{") ? JSON.parse(text) : text;
  return {
    status: response.status,
    headers: response.headers,
    json,
    noted,
    proofs,
    call: calls[0] ?? null,
  };
}

const refused = (code: ErrorCode) => ({
  status: ERROR_STATUS[code],
  json: expect.objectContaining({ code }),
  call: null,
});

describe("access to a served endpoint", () => {
  test("a public endpoint does not authenticate the caller", async () => {
    const { status, call, proofs, noted } = await ask({ access: "anyone" }, { who: new Error() });
    expect([status, call?.caller, proofs]).toEqual([200, null, []]);
    expect(noted).toEqual({ endpoint: "made", userId: undefined });
  });

  test("a signed-in caller is accepted, and the log has endpoint and user", async () => {
    const { status, call, noted } = await ask({});
    expect([status, call?.caller]).toEqual([200, ADA]);
    expect(noted).toEqual({ endpoint: "made", userId: "ada" });
  });

  test("an unauthenticated caller gets 401, and 404 from a hidden endpoint", async () => {
    const who = new Failure("not_authenticated");
    expect(await ask({}, { who })).toMatchObject(refused("not_authenticated"));
    expect(await ask({ access: "evaluator" }, { who })).toMatchObject(refused("not_authenticated"));
    expect(await ask({ access: "staff" }, { who })).toMatchObject(refused("not_found"));
  });

  test("an error during authentication is a server error, also for a hidden endpoint", async () => {
    const who = new Error("the database is away");
    for (const access of ["user", "staff"] as const) {
      expect(await ask({ access }, { who })).toMatchObject({ status: 500, json: who.message });
    }
  });

  test("a caller with another role gets 403, and 404 from a hidden endpoint", async () => {
    expect(await ask({ access: "evaluator" })).toMatchObject(refused("forbidden_role"));
    expect(await ask({ access: "staff" })).toMatchObject(refused("not_found"));
    const who: Caller = { ...ADA, roles: ["applicant", "staff"] };
    expect((await ask({ access: "staff" }, { who })).status).toBe(200);
  });

  test("a role without its second factor gets no access, and the error gives the reason", async () => {
    const who: Caller = { ...ADA, roles: ["applicant", "staff"], lacking: ["staff"] };
    expect(await ask({ access: "staff" }, { who })).toMatchObject(refused("second_factor_missing"));
    expect((await ask({ access: "applicant" }, { who })).status).toBe(200);
    expect((await ask({}, { who })).status).toBe(200);
  });

  test("an impersonation cannot call endpoints that require re-authentication", async () => {
    const who: Caller = { ...ADA, seenOnly: true };
    for (const proof of ["recent", "key"] as const) {
      expect(await ask({ proof }, { who })).toMatchObject(refused("seeing_only"));
      expect((await ask({ proof })).status).toBe(200);
    }
    expect((await ask({ proof: "session" }, { who })).status).toBe(200);
    expect((await ask({}, { who })).status).toBe(200);
    expect((await ask({ access: "anyone", proof: "key" })).status).toBe(200);
  });
});

describe("re-authentication of a served endpoint", () => {
  const body = z.object({ plan: z.string().optional() });

  test("re-authentication receives the caller and the parsed body", async () => {
    const read = z.object({ n: z.string().transform(Number) });
    const { proofs } = await ask({ body: read }, { body: { n: "7", more: 1 } });
    expect(proofs).toEqual([["made", "ada", { n: 7 }, AT]]);
    expect(await ask({}, { proves: false })).toMatchObject(refused("proof_required"));
  });

  test("an action requires re-authentication when it is executed, not when it is previewed", async () => {
    const act = { body, confirm: { step: "key" } } as const;
    expect((await ask(act, { proves: false })).status).toBe(200);
    expect(await ask(act, { proves: false, body: { plan: "x" } })).toMatchObject(
      refused("proof_required"),
    );
    expect(await ask({ body }, { proves: false })).toMatchObject(refused("proof_required"));
  });
});

describe("input of a handler", () => {
  test("a handler gets all input, parsed by the contract", async () => {
    const { call } = await ask(
      {
        path: "wp/v2/made/{id}/of/{other}/",
        query: z.object({ page: z.coerce.number() }),
        body: z.object({ n: z.number() }),
      },
      {
        url: "/wp-json/wp/v2/made/7/of/8?page=3&lang=en",
        body: { n: 5, undeclared: true },
        headers: { "If-Match": '"12"' },
      },
    );
    expect(call).toEqual({
      now: expect.any(Function),
      config: "the configuration",
      log: "the log of the request",
      request: expect.any(Request),
      arrivedAt: AT,
      params: { id: "7", other: "8" },
      query: { page: 3 },
      body: { n: 5 },
      caller: ADA,
      ifMatch: 12,
      language: "en",
    });
  });

  test("a path parameter is decoded once, and a repeated query parameter has its last value", async () => {
    const described = { path: "wp/v2/made/{id}", query: z.object({ page: z.coerce.number() }) };
    const url = "/wp-json/wp/v2/made/a%2541?page=1&page=2&lang=it&lang=en";
    const { call } = await ask(described, { url });
    expect([call?.params, call?.query, call?.language]).toEqual([
      { id: "a%41" },
      { page: 2 },
      "en",
    ]);
  });

  test("a handler gets no input that the contract does not declare", async () => {
    const { call } = await ask({}, { url: "/wp-json/wp/v2/made?page=3", body: { n: 5 } });
    expect([call?.query, call?.body, call?.ifMatch, call?.language]).toEqual([
      undefined,
      undefined,
      null,
      "it",
    ]);
  });

  test.each([
    ["query", { query: z.object({ page: z.coerce.number() }) }],
    ["body", { body: z.object({ n: z.number() }) }],
  ])(
    "an invalid %s is refused before re-authentication and before the handler runs",
    async (_, described) => {
      const answer = await ask(described, { url: "/wp-json/wp/v2/made?page=x", body: { n: "x" } });
      expect(answer).toMatchObject({ ...refused("invalid_fields"), proofs: [] });
    },
  );
});

describe("response of a served endpoint", () => {
  test("a response contains only declared fields and forbids caching", async () => {
    const { json, headers } = await ask({});
    expect(json).toEqual({ kept: "yes" });
    for (const [name, value] of Object.entries(PRIVATE_HEADERS)) {
      expect(headers.get(name)).toBe(value);
    }
  });

  test("a response has the handler's headers and the contract's status", async () => {
    const returns = { json: { kept: "yes", secret: 1 }, headers: { "X-Total": "9" } };
    const answer = { ...MADE.answer, status: 201 } as const;
    const { status, json, headers } = await ask({ answer }, { returns });
    expect([status, json, headers.get("x-total")]).toEqual([201, { kept: "yes" }, "9"]);
    expect(headers.get("cache-control")).toBe(PRIVATE_HEADERS["Cache-Control"]);
  });

  test.each([[{ json: "a field of this name" }], [{ headers: "a field of this name" }]])(
    "a returned object %j is a JSON body without headers",
    async (returns) => {
      const json = z.object({ json: z.string().optional(), headers: z.string().optional() });
      expect((await ask({ answer: { status: 200, json } }, { returns })).json).toEqual(returns);
    },
  );

  test.each(["text", null, 7])("a returned value %j is a JSON body", async (returns) => {
    const { status, json } = await ask({ answer: { status: 200, json: z.unknown() } }, { returns });
    expect([status, String(json)]).toEqual([200, JSON.stringify(returns)]);
  });

  test.each<Endpoint["answer"]>([{ status: 204 }, { status: 204, json: undefined }])(
    "an endpoint without a declared body answers without a body: %j",
    async (answer) => {
      const { status, json, headers } = await ask({ answer });
      expect([status, json]).toEqual([204, ""]);
      expect(headers.get("cache-control")).toBe(PRIVATE_HEADERS["Cache-Control"]);
    },
  );

  test("a response that the handler returns is sent unchanged", async () => {
    const returns = new Response("bytes", { status: 206, headers: { "X-Own": "1" } });
    const answer = { status: 200, bytes: "application/pdf" } as const;
    const { status, json, headers } = await ask({ method: "GET", answer }, { returns });
    expect([status, json, headers.get("x-own"), headers.get("cache-control")]).toEqual([
      206,
      "bytes",
      "1",
      null,
    ]);
  });
});

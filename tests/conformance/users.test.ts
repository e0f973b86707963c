import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { clientOf, openTarget, PASSWORD } from "./target";

const target = await openTarget();
const { api, signIn, newApplicant } = clientOf(target);

function registration(more: object = {}) {
  return {
    first_name: "Ada",
    last_name: "Riva",
    email: `conf-${randomUUID()}@example.org`,
    password: PASSWORD,
    privacy: true,
    ...more,
  };
}

async function expectError(
  call: ReturnType<typeof api>,
  status: number,
  code: string,
  fields?: Record<string, string>,
) {
  const { json, ...answer } = await call;
  expect(answer.status).toBe(status);
  expect(json).toMatchObject({ code, message: expect.any(String), data: { status } });
  if (fields) expect(json.data.fields).toMatchObject(fields);
}

describe("registration and confirmation", () => {
  test("a registration gives the same response for a new and a known address", async () => {
    const person = registration();
    const first = await api("POST", "wp/v2/users/register", { json: person });
    const second = await api("POST", "wp/v2/users/register", { json: person });
    expect([first.status, first.json]).toEqual([202, { status: "confirmation_sent" }]);
    expect([second.status, second.json]).toEqual([202, { status: "confirmation_sent" }]);
  });

  test("a registration with invalid fields names them with their codes", async () => {
    const body = { first_name: "", email: "giulia@", password: PASSWORD, privacy: false };
    await expectError(api("POST", "wp/v2/users/register", { json: body }), 422, "invalid_fields", {
      first_name: "required",
      last_name: "required",
      email: "invalid_email",
      privacy: "required",
    });
  });

  test("a weak password has its own code", async () => {
    const body = registration({ password: "password1" });
    await expectError(api("POST", "wp/v2/users/register", { json: body }), 422, "weak_password");
  });

  test("an account is confirmed once, and a used or unknown token gets 410", async () => {
    const person = registration();
    await api("POST", "wp/v2/users/register", { json: person });
    const credentials = { email: person.email, password: PASSWORD };
    await expectError(
      api("POST", "wp/v2/users/login", { json: credentials }),
      403,
      "email_not_confirmed",
    );
    const token = await target.mailToken(person.email);
    expect((await api("POST", "wp/v2/users/confirm", { json: { token } })).status).toBe(204);
    await expectError(
      api("POST", "wp/v2/users/confirm", { json: { token } }),
      410,
      "token_expired",
    );
    await expectError(
      api("POST", "wp/v2/users/confirm", { json: { token: "no" } }),
      410,
      "token_expired",
    );
  });

  test("resend and recovery give the same response for an unknown address", async () => {
    for (const path of ["wp/v2/users/confirm/resend", "wp/v2/users/password-recovery"]) {
      const { status } = await api("POST", path, {
        json: { email: `${randomUUID()}@example.org` },
      });
      expect(status).toBe(202);
    }
  });
});

describe("sessions", () => {
  test("a login accepts username or email and returns the token pair", async () => {
    const { email } = await newApplicant();
    for (const name of ["email", "username"]) {
      const { status, json } = await api("POST", "wp/v2/users/login", {
        json: { [name]: email.toUpperCase(), password: PASSWORD },
      });
      expect(status).toBe(200);
      expect(json).toMatchObject({ token_type: "Bearer", expires_in: 900 });
      expect(json.access_token).not.toBe(json.refresh_token);
    }
  });

  test("a wrong password and an unknown address get the same 401", async () => {
    const { email } = await newApplicant();
    for (const address of [email, "nobody@example.org", "not an address"]) {
      const body = { email: address, password: "sbagliata-del-tutto-9" };
      await expectError(
        api("POST", "wp/v2/users/login", { json: body }),
        401,
        "invalid_credentials",
      );
    }
  });

  test("the current user is returned with and without the trailing slash", async () => {
    const { email, token } = await newApplicant();
    for (const path of ["wp/v2/users/me/", "wp/v2/users/me"]) {
      const { status, json } = await api("GET", path, { token });
      expect(status).toBe(200);
      expect(json).toMatchObject({
        email,
        first_name: "Ada",
        last_name: "Riva",
        roles: ["applicant"],
        newsletter: false,
        privacy: true,
        interest: null,
        interests_modal_closed: false,
        language: "it",
        has_password: true,
        providers: [],
      });
      expect(Number.isNaN(Date.parse(json.last_update))).toBe(false);
    }
  });

  test("a profile is changed field by field, and a request cannot change roles", async () => {
    const { token } = await newApplicant();
    const body = { first_name: "Bea", interest: "both", roles: ["evaluator"], id: "1" };
    const { status, json } = await api("POST", "wp/v2/users/me/", { token, json: body });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      first_name: "Bea",
      last_name: "Riva",
      interest: "both",
      roles: ["applicant"],
    });
    await expectError(
      api("POST", "wp/v2/users/me/", { token, json: { interest: "money", first_name: "" } }),
      422,
      "invalid_fields",
      { interest: "invalid_choice", first_name: "required" },
    );
  });

  test("parallel refreshes of one token get one successor", async () => {
    const { refreshToken } = await newApplicant();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        api("POST", "wp/v2/users/login/refresh", { json: { refresh_token: refreshToken } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
  });

  test("a logout ends the whole session", async () => {
    const { email } = await newApplicant();
    const pair = await signIn(email);
    expect((await api("POST", "wp/v2/users/logout", { token: pair.access_token })).status).toBe(
      204,
    );
    await expectError(
      api("GET", "wp/v2/users/me/", { token: pair.access_token }),
      401,
      "not_authenticated",
    );
    await expectError(
      api("POST", "wp/v2/users/login/refresh", { json: { refresh_token: pair.refresh_token } }),
      401,
      "invalid_token",
    );
  });

  test("invalid JSON gets 400, and a provider without keys gets 503", async () => {
    const headers = { "Content-Type": "application/json" };
    await expectError(api("POST", "wp/v2/users/login", { body: "{", headers }), 400, "not_json");
    const body = { provider: "google", access_token: "{}", google_id: "1" };
    await expectError(api("POST", "wp/v2/users/sso/", { json: body }), 503, "unavailable");
  });

  test("an invitation requires a valid token and a password", async () => {
    const accept = (json: object) => api("POST", "wp/v2/users/invitation", { json });
    const unknown = await accept({ token: "x".repeat(43), password: PASSWORD });
    expect([unknown.status, unknown.json.code]).toEqual([410, "token_expired"]);
    const { status, json } = await accept({});
    expect([status, json.data.fields]).toEqual([422, { token: "required", password: "required" }]);
  });
});

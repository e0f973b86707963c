import { describe, expect, test } from "vitest";
import { metadata, TUS } from "@/tests/support/made-files/tus";
import { PASSWORD, peopleOf, registrationWords } from "@/tests/support/people/people";
import { CALLER_ADDRESS, testBackend } from "@/tests/support/servers/backend";
import { rateLimits } from "../db/schema/accounts";
import { accountLimit, addressLimit } from "./limits";
import type { Limit } from "./rate-limit";

const bench = await testBackend();
const { api, db, clock, makeUser, makeEdition } = bench;
const { signUp, mailsTo } = peopleOf(bench);
await makeEdition();

/** Counts requests until a rate limit is used up. */
async function useUp({ key, max, seconds }: Limit): Promise<void> {
  await db.delete(rateLimits);
  const resetAt = new Date(clock.now.getTime() + seconds * 1000);
  await db.insert(rateLimits).values({ key, count: max, resetAt });
}

const upload = {
  ...TUS,
  "Upload-Length": "100",
  "Upload-Metadata": metadata({ field: "pitch", filename: "pitch.pdf", filetype: "x" }),
};
const applicant = await makeUser();
const signedUp = await signUp();
const whitepaper = { ...registrationWords(), company: "Filò", role: "CEO" };
const provider = { provider: "google", access_token: "{}" };

type Request = Parameters<typeof api>[2];
const ROUTES: [string, Limit, string, Request][] = [
  [
    "login",
    accountLimit("login", "a@example.org"),
    "users/login",
    { body: { email: "a@example.org", password: PASSWORD } },
  ],
  [
    "login",
    addressLimit("login", CALLER_ADDRESS),
    "users/login",
    { body: { email: "b@example.org", password: PASSWORD } },
  ],
  [
    "refresh",
    addressLimit("refresh", CALLER_ADDRESS),
    "users/login/refresh",
    { body: { refresh_token: "x" } },
  ],
  [
    "register",
    addressLimit("register", CALLER_ADDRESS),
    "users/register",
    { body: registrationWords() },
  ],
  [
    "recovery",
    addressLimit("recovery", CALLER_ADDRESS),
    "users/password-recovery",
    { body: { email: "a@example.org" } },
  ],
  [
    "resend",
    addressLimit("resend", CALLER_ADDRESS),
    "users/confirm/resend",
    { body: { email: "a@example.org" } },
  ],
  ["sso", addressLimit("sso", CALLER_ADDRESS), "users/sso/", { body: provider }],
  [
    "linking",
    addressLimit("sso", CALLER_ADDRESS),
    "users/me/providers",
    { body: provider, token: applicant.token },
  ],
  [
    "whitepaper",
    addressLimit("whitepaper", CALLER_ADDRESS),
    "whitepaper_requests",
    { body: whitepaper },
  ],
  [
    "uploads of an account",
    accountLimit("upload", applicant.id),
    "project/files",
    { token: applicant.token, headers: upload },
  ],
  [
    "uploads of an address",
    addressLimit("upload", CALLER_ADDRESS),
    "project/files",
    { token: applicant.token, headers: upload },
  ],
  [
    "a passkey's challenges for a proof",
    accountLimit("proof", applicant.sessionId),
    "users/proof/options",
    { token: applicant.token },
  ],
  [
    "the current password",
    accountLimit("password", applicant.id),
    "users/me/password",
    { token: applicant.token, body: { current_password: PASSWORD, password: PASSWORD } },
  ],
];

describe("rate limits of routes", () => {
  test.each(ROUTES)(
    "a request above the limit gets 429 with Retry-After (%s: %j)",
    async (_, limit, path, request) => {
      await useUp(limit);
      const { status, json, headers } = await api("POST", `wp/v2/${path}`, request);
      expect([status, json.code]).toEqual([429, "too_many_requests"]);
      expect(Number(headers.get("retry-after"))).toBe(limit.seconds);
      await db.delete(rateLimits);
      expect((await api("POST", `wp/v2/${path}`, request)).status).not.toBe(429);
    },
  );

  test("an account's session renewals have a limit that expires", async () => {
    const { json: user } = await api("GET", "wp/v2/users/me/", { token: signedUp.token });
    await useUp(accountLimit("refresh", user.id));
    const body = { refresh_token: signedUp.refreshToken };
    expect((await api("POST", "wp/v2/users/login/refresh", { body })).status).toBe(429);
    await db.delete(rateLimits);
    expect((await api("POST", "wp/v2/users/login/refresh", { body })).status).toBe(200);
  });

  test("invalid refresh tokens use up a separate limit, not the limit of a valid one", async () => {
    const { refreshToken } = await signUp();
    await useUp(addressLimit("refresh", CALLER_ADDRESS));
    const bad = await api("POST", "wp/v2/users/login/refresh", { body: { refresh_token: "x" } });
    const body = { refresh_token: refreshToken };
    const good = await api("POST", "wp/v2/users/login/refresh", { body });
    expect([bad.status, good.status]).toEqual([429, 200]);
  });

  test("above the limit of emails to one address, the response stays the same and no email is queued", async () => {
    const { email } = await signUp();
    const request = { body: { ...whitepaper, email } };
    await useUp(accountLimit("whitepaper", email));
    expect((await api("POST", "wp/v2/whitepaper_requests", request)).status).toBe(202);
    await useUp(accountLimit("recovery", email));
    const recovery = await api("POST", "wp/v2/users/password-recovery", { body: { email } });
    expect(recovery.status).toBe(202);
    const kinds = (await mailsTo(email)).map(({ template }) => template);
    expect(kinds).toEqual(["confirm"]);
  });
});

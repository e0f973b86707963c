import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { PASSWORD } from "@/tests/support/people/people";
import {
  code,
  googleBody,
  type More,
  REFUSED,
  SSO,
  socialBench,
} from "@/tests/support/people/social";
import { identities, users } from "../../db/schema/accounts";

const { api, db, clock, google, facebook, ...people } = await socialBench();
const { signUp, signUpProved, prove, login, mailsTo, tryGoogle, tryFacebook, me } = people;

describe("a provider's address that has an account", () => {
  test("a provider's address with an account requires its password, and the refused token can then be linked", async () => {
    const { email } = await signUp();
    const sub = crypto.randomUUID();
    const idToken = await google.idToken({ email, sub }, { now: clock.now });
    const refused = await api("POST", SSO, { body: googleBody(idToken) });
    expect(code(refused)).toEqual([409, "link_required"]);
    expect(await db.select().from(identities).where(eq(identities.subject, sub))).toEqual([]);

    const { json } = await login(email);
    const token = json.access_token;
    const body = googleBody(idToken);
    expect(code(await api("POST", "wp/v2/users/me/providers", { token, body }))).toEqual([
      403,
      "proof_required",
    ]);
    await prove(token);
    const linked = await api("POST", "wp/v2/users/me/providers", { token, body });
    expect([linked.status, linked.json.providers]).toEqual([200, ["google"]]);
    expect(code(await api("POST", SSO, { body }))).toEqual(REFUSED);
    expect((await me((await tryGoogle({ sub })).json.access_token)).email).toBe(email);
  });

  test("a provider cannot sign in to an account opened through another provider with the same address", async () => {
    const email = `both-${crypto.randomUUID()}@example.org`;
    await tryGoogle({ email });
    const token = facebook.accessToken({ me: { email: email.toUpperCase() } });
    expect(code(await tryFacebook(token))).toEqual([409, "link_required"]);
  });

  test("simultaneous first sign-ins in several tabs open one account", async () => {
    const claims = { sub: crypto.randomUUID(), email: `tabs-${crypto.randomUUID()}@example.org` };
    const answers = await Promise.all([1, 2, 3].map(() => tryGoogle(claims)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await db.select().from(users).where(eq(users.email, claims.email))).toHaveLength(1);
  });
});

describe("an account opened through a provider", () => {
  test("an account with an authenticator app requires its code after each provider's sign-in", async () => {
    const { addApp, codeOf, handIn } = appHoldersOf({ api, db, clock });
    const { email, token } = await signUp();
    const { secret } = await addApp(token);
    const userId = (await me(token)).id;
    const sub = crypto.randomUUID();
    const mine = { subject: sub, userId };
    await db.insert(identities).values([
      { ...mine, provider: "google" },
      { ...mine, provider: "facebook" },
    ]);
    const half = [
      await tryGoogle({ sub }),
      await tryFacebook(facebook.accessToken({ user_id: sub })),
    ];
    for (const answer of half) {
      expect(code(answer)).toEqual([403, "second_factor_required"]);
      expect(JSON.stringify(answer.json)).not.toContain("token");
    }
    const entered = await handIn(half[1]?.json.data.challenge, codeOf(secret));
    expect((await me(entered.json.access_token)).email).toBe(email);
  });
});

describe("linking a provider", () => {
  test("another account's identity and a second identity of one provider are refused", async () => {
    const sub = crypto.randomUUID();
    const owner = (await tryGoogle({ sub })).json.access_token;
    const { token } = await signUpProved();
    const link = async (claims: More) => {
      const idToken = await google.idToken(claims, { now: clock.now });
      const body = googleBody(idToken);
      return api("POST", "wp/v2/users/me/providers", { token, body });
    };
    expect(code(await link({ sub }))).toEqual([409, "link_required"]);
    expect((await link({ sub: "mine" })).status).toBe(200);
    expect((await link({ sub: "mine" })).status).toBe(200);
    expect(code(await link({ sub: "mine-too" }))).toEqual([409, "link_required"]);
    expect((await me(owner)).providers).toEqual(["google"]);
  });

  test("an unlinked identity does not sign in to the account", async () => {
    const { token, email } = await signUpProved();
    const sub = crypto.randomUUID();
    const idToken = await google.idToken({ sub }, { now: clock.now });
    const path = "wp/v2/users/me/providers";
    await api("POST", path, { token, body: googleBody(idToken) });
    await api("DELETE", path, { token, body: { provider: "google" } });
    expect(code(await tryGoogle({ sub, email }))).toEqual([409, "link_required"]);
  });
});

describe("the email about a linked provider", () => {
  const path = "wp/v2/users/me/providers";
  const news = async (email: string) =>
    (await mailsTo(email)).filter(({ template }) => template.startsWith("provider_"));

  test.each(["it", "en"])(
    "linking and unlinking a provider each send one email (%s)",
    async (language) => {
      const { token, email } = await signUpProved();
      await api("POST", "wp/v2/users/me/", { token, body: { language } });
      const sub = crypto.randomUUID();
      const link = async () => {
        const body = googleBody(await google.idToken({ sub }, { now: clock.now }));
        return (await api("POST", path, { token, body })).status;
      };
      expect([await link(), await link()]).toEqual([200, 200]);
      const said = { language, recipient: email, userId: expect.any(String) };
      const data = { first_name: "Giulia", provider: "Google", at: clock.now.toISOString() };
      expect(await news(email)).toMatchObject([{ ...said, template: "provider_linked", data }]);
      for (const provider of ["google", "google", "facebook"]) {
        await api("DELETE", path, { token, body: { provider } });
      }
      expect((await news(email)).slice(1)).toMatchObject([
        { ...said, template: "provider_unlinked", data },
      ]);
    },
  );

  test("a refused link or unlink sends no email", async () => {
    const sub = crypto.randomUUID();
    const owner = (await tryGoogle({ sub })).json.access_token;
    const { email } = await me(owner);
    const { token, email: other } = await signUpProved();
    const body = googleBody(await google.idToken({ sub }, { now: clock.now }));
    expect((await api("POST", path, { token, body })).status).toBe(409);
    const last = { token: owner, body: { provider: "google" } };
    expect((await api("DELETE", path, last)).status).toBe(409);
    expect([...(await news(email)), ...(await news(other))]).toEqual([]);
  });
});

test("a provider's sign-in does not change an account with a password", async () => {
  const { email } = await signUp();
  await tryGoogle({ email });
  expect((await login(email, PASSWORD)).json.access_token).toBeTruthy();
});

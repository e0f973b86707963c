import { describe, expect, test } from "vitest";
import { code, facebookBody, REFUSED, seconds, socialBench } from "@/tests/support/people/social";

const { api, facebook, state, START, signUpProved, tryFacebook, me } = await socialBench();

describe("sign-in with Facebook", () => {
  test("Facebook opens an account and later signs in to it", async () => {
    const token = facebook.accessToken({ user_id: "f-1" });
    const first = await tryFacebook(token, { fb_id: "f-1" });
    expect(first.status).toBe(200);
    const user = await me(first.json.access_token);
    expect(user).toMatchObject({
      first_name: "Bruno",
      last_name: "Serra",
      providers: ["facebook"],
    });
    // Facebook's tokens are valid for weeks, and each sign-in sends the same token again, so the token must be accepted
    // twice.
    expect((await me((await tryFacebook(token)).json.access_token)).id).toBe(user.id);
    const proofs = state.asked.filter((path) => path.startsWith("/me?"));
    for (const path of proofs) expect(path).toMatch(/appsecret_proof=[0-9a-f]{64}/);
  });

  test.each([
    ["of another app", { app_id: "666" }],
    ["that Facebook has revoked", { is_valid: false }],
    ["that has expired", { expires_at: seconds(START) - 1 }],
    ["of another user than it states", { me: { id: "another" } }],
  ])("Facebook's token %s is refused", async (_, more) => {
    expect(code(await tryFacebook(facebook.accessToken(more)))).toEqual(REFUSED);
  });

  test("an unknown or empty Facebook token, and one for another person than requested, are refused", async () => {
    expect(code(await tryFacebook("EAAinvented"))).toEqual(REFUSED);
    expect(code(await tryFacebook(""))).toEqual(REFUSED);
    const token = facebook.accessToken();
    expect(code(await tryFacebook(token, { fb_id: "another" }))).toEqual(REFUSED);
  });

  test("a Facebook user without an address cannot open an account, but can sign in to a linked one", async () => {
    const shy = facebook.accessToken({ user_id: "f-shy", me: { email: undefined } });
    const answer = await tryFacebook(shy);
    expect([...code(answer), answer.json.data.fields]).toEqual([
      422,
      "invalid_fields",
      { email: "required" },
    ]);
    const { token } = await signUpProved();
    const linked = await api("POST", "wp/v2/users/me/providers", {
      token,
      body: facebookBody(shy),
    });
    expect(linked.json.providers).toEqual(["facebook"]);
    expect((await tryFacebook(shy)).status).toBe(200);
  });
});

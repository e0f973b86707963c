import { describe, expect, test } from "vitest";
import { softAuthenticator } from "@/tests/support/people/authenticator";
import { keyHoldersOf, PASSKEYS } from "@/tests/support/people/key-holder";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";

const bench = await testBackend({ env: { PLACE_HEADER: "X-Town" } });
const { api, clock } = bench;
const { signUp, login, mailsTo } = peopleOf(bench);
const { options } = keyHoldersOf(bench);

const SESSIONS = "wp/v2/users/me/sessions";
type Shown = { id: string; device: string; place: string; current: boolean };

const list = async (token: string): Promise<Shown[]> =>
  (await api("GET", SESSIONS, { token })).json;
const enter = async (email: string, headers: Record<string, string> = {}) =>
  (await login(email, PASSWORD, headers)).json;
const isIn = async (token: string) =>
  (await api("GET", "wp/v2/users/me/", { token })).status === 200;

describe("sessions of an account", () => {
  test("ending one session keeps the others", async () => {
    const { email, token } = await signUp();
    const [second, third] = [await enter(email), await enter(email)];
    const mine = (await list(second.access_token)).find(({ current }) => current);
    const end = () => api("DELETE", `${SESSIONS}/${mine?.id}`, { token });
    expect((await end()).status).toBe(204);
    expect(await isIn(second.access_token)).toBe(false);
    expect(await isIn(third.access_token)).toBe(true);
    expect((await list(token)).map(({ id }) => id)).not.toContain(mine?.id);
    expect((await end()).json.code).toBe("not_found");
  });

  test("another account's session is not found", async () => {
    const { token } = await signUp();
    const other = await signUp();
    const [theirs] = await list(other.token);
    const answer = await api("DELETE", `${SESSIONS}/${theirs?.id}`, { token });
    expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
    expect(await isIn(other.token)).toBe(true);
    expect((await api("DELETE", `${SESSIONS}/nothing`, { token })).status).toBe(404);
  });

  test.each([
    ["Cagliari", "Cagliari"],
    ["Forl%C3%AC-Cesena", "Forlì-Cesena"],
    ["<b>Roma</b>\t", "bRoma/b"],
    ["100%", "100"],
    ["x".repeat(200), "x".repeat(60)],
  ])("a session shows the last place that the proxy reports: %j", async (said, place) => {
    const { email, token } = await signUp();
    const { access_token, refresh_token } = await enter(email, { "X-Town": said });
    const mine = async () => (await list(access_token)).find(({ current }) => current)?.place;
    expect(await mine()).toBe(place);
    expect((await list(token)).find(({ current }) => current)?.place).toBe("");
    const body = { refresh_token };
    await api("POST", "wp/v2/users/login/refresh", { body, headers: { "X-Town": "Oristano" } });
    expect(await mine()).toBe("Oristano");
  });

  test("adding or removing a passkey ends the other sessions and keeps the current one", async () => {
    const { email, token } = await signUp();
    const other = (await enter(email)).access_token;
    const passkey = softAuthenticator().make(await options(token));
    const { json: key } = await api("POST", PASSKEYS, { token, body: { passkey } });
    expect([await isIn(token), await isIn(other)]).toEqual([true, false]);
    const another = (await enter(email)).access_token;
    expect((await api("DELETE", `${PASSKEYS}/${key.id}`, { token })).status).toBe(204);
    expect([await isIn(token), await isIn(another)]).toEqual([true, false]);
  });

  test("the use of a copied refresh token is reported to the owner by one email", async () => {
    const { email } = await signUp();
    const { refresh_token } = await enter(email, { "User-Agent": "Firefox/140.0 (X11; Linux)" });
    const refresh = () => api("POST", "wp/v2/users/login/refresh", { body: { refresh_token } });
    const told = async () =>
      (await mailsTo(email)).filter(({ template }) => template === "session_stolen");
    await refresh();
    clock.now = new Date(clock.now.getTime() + 30_000);
    expect((await refresh()).status).toBe(200);
    expect(await told()).toEqual([]);
    clock.now = new Date(clock.now.getTime() + 1000);
    expect((await refresh()).status).toBe(401);
    expect((await refresh()).status).toBe(401);
    expect(await told()).toMatchObject([
      { data: { device: "Firefox · Linux", at: clock.now.toISOString() } },
    ]);
  });
});

test("a session has no place without a configured header", async () => {
  const plain = await testBackend();
  const { email } = await peopleOf(plain).signUp();
  const { json } = await peopleOf(plain).login(email, PASSWORD, { "X-Town": "Cagliari" });
  const { json: sessions } = await plain.api("GET", SESSIONS, { token: json.access_token });
  expect(sessions.map(({ place }: Shown) => place)).toEqual(["", ""]);
});

test("a sign-in in the same browser ends its former session and no other", async () => {
  const { email } = await signUp();
  const browser = { "X-Device": "the-mark-of-one-browser-only" };
  const before = await enter(email, browser);
  const elsewhere = await enter(email, { "X-Device": "the-mark-of-another-one" });
  const unmarked = [await enter(email), await enter(email)];
  const after = await enter(email, browser);
  const tokens = [before, elsewhere, ...unmarked, after];
  const open = await Promise.all(tokens.map(({ access_token }) => isIn(access_token)));
  expect(open).toEqual([false, true, true, true, true]);
});

test("the email about a new device names the place that the proxy reports", async () => {
  const { email } = await signUp();
  await enter(email, { "X-Device": "the-mark-of-one-browser-only" });
  const agent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36";
  await enter(email, {
    "X-Device": "the-mark-of-another-one",
    "X-Town": "Cagliari",
    "User-Agent": agent,
  });
  const mails = (await mailsTo(email)).filter(({ template }) => template === "new_device");
  expect(mails.at(-1)?.data).toMatchObject({ device: "Chrome · Linux", place: "Cagliari" });
});

import { expect } from "vitest";
import { codeAt, stepAt } from "@/backend/users/second-factor/totp";
import type { testBackend } from "../servers/backend";
import { keyHoldersOf } from "./key-holder";
import { peopleOf } from "./people";

type Bench = Pick<Awaited<ReturnType<typeof testBackend>>, "api" | "db" | "clock">;

/** The path of the second-factor endpoints, below /wp-json/. */
export const FACTOR = "wp/v2/users/me/second-factor";

/** Creates test functions for accounts with an authenticator app. */
export function appHoldersOf(bench: Bench) {
  const { api, clock } = bench;
  const { signUp, login } = peopleOf(bench);
  const { prove } = keyHoldersOf(bench);

  /** Returns the code that an authenticator app shows at the clock's time, or `away` steps of 30 seconds later. */
  const codeOf = (secret: string, away = 0) => codeAt(secret, stepAt(clock.now) + away);

  function later(seconds: number) {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  }

  /** Returns the secret for a new authenticator app, after re-authentication with the password. */
  async function offer(token: string): Promise<string> {
    expect((await prove(token)).status).toBe(204);
    const { status, json } = await api("POST", `${FACTOR}/options`, { token });
    expect(status).toBe(200);
    return json.secret;
  }

  /**
   * Adds an authenticator app. Returns the app's secret and the recovery codes. Moves the clock forward by 30 s, so
   * that the app's next code is unused.
   */
  async function addApp(token: string): Promise<{ secret: string; codes: string[] }> {
    const secret = await offer(token);
    const { status, json } = await api("POST", FACTOR, {
      token,
      body: { secret, code: codeOf(secret) },
    });
    expect(status).toBe(201);
    later(30);
    return { secret, codes: json.recovery_codes };
  }

  async function appHolder() {
    const person = await signUp();
    return { ...person, ...(await addApp(person.token)) };
  }

  /** Signs in with the password and returns the challenge for the second step of the sign-in. */
  async function challengeOf(email: string): Promise<string> {
    const { status, json } = await login(email);
    expect([status, json.code]).toEqual([403, "second_factor_required"]);
    return json.data.challenge;
  }

  const handIn = (challenge: string, code: string, headers: Record<string, string> = {}) =>
    api("POST", "wp/v2/users/login/second-factor", { body: { challenge, code }, headers });

  return { codeOf, later, offer, addApp, appHolder, challengeOf, handIn };
}

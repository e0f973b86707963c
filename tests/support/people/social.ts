import { afterAll, afterEach, beforeEach } from "vitest";
import { rateLimits } from "@/backend/db/schema/accounts";
import { FACEBOOK_APP, GOOGLE_CLIENT_ID, openFakes } from "../fakes/server";
import { testBackend } from "../servers/backend";
import { keyHoldersOf } from "./key-holder";
import { peopleOf } from "./people";

export const SSO = "wp/v2/users/sso/";
export const REFUSED = [401, "invalid_provider_token"];

export type More = Record<string, unknown>;

/** Returns the request body of a Google sign-in. Rule: account.social-payload. */
export function googleBody(id_token: string, more: More = {}) {
  const access_token = JSON.stringify({ access_token: "", id_token, token_type: "Bearer" });
  return { provider: "google", name: "Somebody Else", access_token, ...more };
}

export function facebookBody(token: string, more: More = {}) {
  const access_token = JSON.stringify({ access_token: token, id_token: "", token_type: "bearer" });
  return { provider: "facebook", access_token, ...more };
}

/** Returns the status and error code of a response. */
export function code({ status, json }: { status: number; json: { code: string } }) {
  return [status, json.code];
}

/** Returns a date in seconds since the epoch, as tokens store dates. */
export function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/**
 * Creates a back end that uses fakes of Google and Facebook. Before each test the fakes are available, and after each
 * test the clock is reset.
 */
export async function socialBench() {
  const fakes = await openFakes();
  const { google, facebook, state } = fakes;
  afterAll(fakes.close);

  const bench = await testBackend({
    env: {
      GOOGLE_CLIENT_ID,
      GOOGLE_ISSUER_URL: state.url,
      FACEBOOK_APP_ID: FACEBOOK_APP.id,
      FACEBOOK_APP_SECRET: FACEBOOK_APP.secret,
      FACEBOOK_GRAPH_URL: state.url,
      PROVIDER_TIMEOUT_SECONDS: "0.4",
    },
  });
  const { api, db, clock } = bench;
  const START = clock.now;

  beforeEach(async () => {
    state.mood = "well";
    await db.delete(rateLimits);
  });
  afterEach(() => {
    clock.now = START;
  });

  async function tryGoogle(claims: More = {}, more: More = {}) {
    const token = await google.idToken(claims, { now: clock.now });
    return api("POST", SSO, { body: googleBody(token, more) });
  }
  function tryFacebook(token: string, more: More = {}) {
    return api("POST", SSO, { body: facebookBody(token, more) });
  }
  const me = async (token: string) => (await api("GET", "wp/v2/users/me/", { token })).json;

  return {
    ...bench,
    ...peopleOf(bench),
    ...keyHoldersOf(bench),
    google,
    facebook,
    state,
    START,
    tryGoogle,
    tryFacebook,
    me,
  };
}

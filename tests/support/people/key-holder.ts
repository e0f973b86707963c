import { expect } from "vitest";
import type { testBackend } from "../servers/backend";
import { softAuthenticator } from "./authenticator";
import { PASSWORD, peopleOf } from "./people";

type Bench = Pick<Awaited<ReturnType<typeof testBackend>>, "api" | "db" | "clock">;

/** The path of the passkey endpoints, below /wp-json/. */
export const PASSKEYS = "wp/v2/users/passkeys";

/** Returns the status and error code of a response. */
export const said = ({ status, json }: { status: number; json?: { code?: string } }) => [
  status,
  json?.code,
];

/** Creates test functions for accounts with passkeys. */
export function keyHoldersOf(bench: Bench) {
  const { api } = bench;
  const { signUp } = peopleOf(bench);

  /** Re-authenticates with the password. */
  function prove(token: string, password = PASSWORD) {
    return api("POST", "wp/v2/users/proof", { token, body: { password } });
  }

  /** Creates an account that has re-authenticated recently. */
  async function signUpProved() {
    const person = await signUp();
    expect((await prove(person.token)).status).toBe(204);
    return person;
  }

  /** Returns the options for a new passkey, after re-authentication with the password. */
  async function options(token: string): Promise<{ challenge: string }> {
    expect((await prove(token)).status).toBe(204);
    const { status, json } = await api("POST", `${PASSKEYS}/options`, { token });
    expect(status).toBe(200);
    return json;
  }

  /** Creates an account with a passkey. Returns the account and the device with the passkey. */
  async function keyHolder() {
    const person = await signUp();
    const authenticator = softAuthenticator();
    const passkey = authenticator.make(await options(person.token));
    const body = { passkey };
    const { status, json } = await api("POST", PASSKEYS, { token: person.token, body });
    expect(status).toBe(201);
    return { ...person, authenticator, key: json };
  }

  async function loginOptions(): Promise<{ challenge: string }> {
    return (await api("POST", `${PASSKEYS}/login/options`)).json;
  }

  const enter = (passkey: unknown) => api("POST", `${PASSKEYS}/login`, { body: { passkey } });

  return { prove, signUpProved, options, keyHolder, loginOptions, enter };
}

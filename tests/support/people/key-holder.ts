import { expect } from "vitest";
import type { testBackend } from "../servers/backend";
import { softAuthenticator } from "./authenticator";
import { PASSWORD, peopleOf } from "./people";

type Bench = Pick<Awaited<ReturnType<typeof testBackend>>, "api" | "db" | "clock">;

/** Path of the passkey endpoints, below /wp-json/. */
export const PASSKEYS = "wp/v2/users/passkeys";

/** Returns status and code of an answer. */
export const said = ({ status, json }: { status: number; json?: { code?: string } }) => [
  status,
  json?.code,
];

/** Creates helpers for accounts with passkeys. */
export function keyHoldersOf(bench: Bench) {
  const { api } = bench;
  const { signUp } = peopleOf(bench);

  /** Re-authenticates by password. */
  function prove(token: string, password = PASSWORD) {
    return api("POST", "wp/v2/users/proof", { token, body: { password } });
  }

  /** Creates an account with a recent re-authentication. */
  async function signUpProved() {
    const person = await signUp();
    expect((await prove(person.token)).status).toBe(204);
    return person;
  }

  /** Returns the options for a new passkey, after re-authentication by password. */
  async function options(token: string): Promise<{ challenge: string }> {
    expect((await prove(token)).status).toBe(204);
    const { status, json } = await api("POST", `${PASSKEYS}/options`, { token });
    expect(status).toBe(200);
    return json;
  }

  /** Creates an account with a passkey, and the authenticator that holds it. */
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

import { expect } from "vitest";
import type { testBackend } from "../servers/backend";
import { softAuthenticator } from "./authenticator";
import { PASSWORD, peopleOf } from "./people";

type Bench = Pick<Awaited<ReturnType<typeof testBackend>>, "api" | "db" | "clock">;

/** Where passkeys are, below /wp-json/. */
export const PASSKEYS = "wp/v2/users/passkeys";

/** An answer as its status and its code. */
export const said = ({ status, json }: { status: number; json?: { code?: string } }) => [
  status,
  json?.code,
];

/** People with passkeys, and what they do with them. */
export function keyHoldersOf(bench: Bench) {
  const { api } = bench;
  const { signUp } = peopleOf(bench);

  /** Proves by the password. */
  function prove(token: string, password = PASSWORD) {
    return api("POST", "wp/v2/users/proof", { token, body: { password } });
  }

  /** Signs somebody new up, who has just proved to be there. */
  async function signUpProved() {
    const person = await signUp();
    expect((await prove(person.token)).status).toBe(204);
    return person;
  }

  /** What a new key has to be made for, once the password has proved who asks. */
  async function options(token: string): Promise<{ challenge: string }> {
    expect((await prove(token)).status).toBe(204);
    const { status, json } = await api("POST", `${PASSKEYS}/options`, { token });
    expect(status).toBe(200);
    return json;
  }

  /** Somebody with a passkey, and the authenticator that holds it. */
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

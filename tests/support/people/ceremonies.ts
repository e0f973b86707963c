import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { sessions, users } from "@/backend/db/schema/accounts";
import { passkeys } from "@/backend/db/schema/passkeys";
import type { testBackend } from "../servers/backend";
import { softAuthenticator } from "./authenticator";
import { keyHoldersOf, PASSKEYS } from "./key-holder";
import { peopleOf } from "./people";

type Bench = Pick<Awaited<ReturnType<typeof testBackend>>, "api" | "db" | "clock">;
export type KeyHolder = Awaited<ReturnType<ReturnType<typeof keyHoldersOf>["keyHolder"]>>;
export type Lies = Parameters<KeyHolder["authenticator"]["sign"]>[1];
type Asked = { challenge: string };
type Ceremony = {
  /** Requests a passkey challenge, in a session with a recent re-authentication. */
  ask: (token: string) => Promise<Asked>;
  /** Returns the passkey device's response to a challenge. */
  make: (person: KeyHolder, asked: Asked, lies?: Lies) => { response: object };
  hand: (token: string, passkey: unknown) => Promise<{ status: number; json?: { code?: string } }>;
  /** The names of the binary fields in the passkey response. */
  bytes: readonly string[];
};
/** The uses of a passkey: signing in, adding a passkey, and re-authenticating. */
export const CEREMONIES = ["enter", "add", "prove"] as const;
type CeremonyName = (typeof CEREMONIES)[number];

/** Creates test functions that send valid and invalid passkey responses and read the results. */
export function ceremoniesOf(bench: Bench) {
  const { api, db } = bench;
  const { login } = peopleOf(bench);
  const { prove } = keyHoldersOf(bench);

  const post = async (path: string, token?: string) => (await api("POST", path, { token })).json;

  const ceremonies: Record<CeremonyName, Ceremony> = {
    enter: {
      ask: () => post(`${PASSKEYS}/login/options`),
      make: ({ authenticator }, asked, lies) => authenticator.sign(asked, lies),
      hand: (_, passkey) => api("POST", `${PASSKEYS}/login`, { body: { passkey } }),
      bytes: ["clientDataJSON", "authenticatorData", "signature"],
    },
    add: {
      ask: async (token) => {
        expect((await prove(token)).status).toBe(204);
        return post(`${PASSKEYS}/options`, token);
      },
      make: (_, asked, lies) => softAuthenticator().make(asked, lies),
      hand: (token, passkey) => api("POST", PASSKEYS, { token, body: { passkey } }),
      bytes: ["clientDataJSON", "attestationObject"],
    },
    prove: {
      ask: (token) => post("wp/v2/users/proof/options", token),
      make: ({ authenticator }, asked, lies) => authenticator.sign(asked, lies),
      hand: (token, passkey) => api("POST", "wp/v2/users/proof", { token, body: { passkey } }),
      bytes: ["clientDataJSON", "authenticatorData", "signature"],
    },
  };
  /**
   * Returns all stored data that a passkey request could change: sessions, re-authentications by passkey, passkeys, and
   * their counters.
   */
  async function standing({ email }: Pick<KeyHolder, "email">) {
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const id = user?.id ?? "";
    const open = await db.select().from(sessions).where(eq(sessions.userId, id));
    const keys = await db.select().from(passkeys).where(eq(passkeys.userId, id));
    return {
      sessions: open.map(({ id: one, keyProvedAt }) => [one, keyProvedAt]).sort(),
      keys: keys.map(({ credentialId, counter, lastUsedAt }) => [
        credentialId,
        counter,
        lastUsedAt,
      ]),
    };
  }

  /** Opens another session for the same account. */
  const elsewhere = async ({ email }: KeyHolder): Promise<string> =>
    (await login(email)).json.access_token;

  return { ceremonies, standing, elsewhere };
}

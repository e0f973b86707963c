import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import type { Database } from "../../db/connect";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { type Bound, spendChallenge } from "../sessions/passkey-challenges";

/** Returns the relying party of all passkeys: only this site, as configured in SITE_URL. */
export function relyingParty({ SITE_URL }: Dependencies["config"]) {
  const { hostname, origin } = new URL(SITE_URL);
  return { rpId: hostname, origin };
}

type Deps = Pick<Dependencies, "config" | "now"> & { db: Database };

/**
 * Checks the browser's client data: uses its challenge up and verifies the origin. Returns the challenge; the caller verifies
 * the signature over it and the type of the ceremony.
 */
export async function takeClientData(
  { db, config, now }: Deps,
  clientDataJSON: string,
  bound: Bound,
): Promise<string> {
  const said = readClientData(clientDataJSON);
  if (typeof said.challenge !== "string") fail("passkey_invalid");
  await spendChallenge(db, said.challenge, bound, now());
  // The browser reports a ceremony in a frame on another site. The site never starts one there, so reject it.
  if (said.origin !== relyingParty(config).origin || said.crossOrigin) fail("passkey_origin");
  return said.challenge;
}

function readClientData(json: string): {
  challenge?: unknown;
  origin?: unknown;
  crossOrigin?: unknown;
} {
  try {
    // JSON's `null` has no properties to read, so replace it with an empty object.
    return decodeClientDataJSON(json) ?? {};
  } catch {
    return {};
  }
}

/** Runs a check of the WebAuthn library and turns its errors into one refusal. */
export async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    return fail(name === "UnexpectedRPIDHash" ? "passkey_origin" : "passkey_invalid", { message });
  }
}

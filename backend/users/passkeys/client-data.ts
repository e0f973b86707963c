import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import type { Database } from "../../db/connect";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { type Bound, spendChallenge } from "../sessions/passkey-challenges";

/** Returns the WebAuthn relying party of all passkeys: only this site, as configured in SITE_URL. */
export function relyingParty({ SITE_URL }: Dependencies["config"]) {
  const { hostname, origin } = new URL(SITE_URL);
  return { rpId: hostname, origin };
}

type Deps = Pick<Dependencies, "config" | "now"> & { db: Database };

/**
 * Checks the client data that the browser adds to a passkey response: marks its challenge as used and verifies the
 * origin. Returns the challenge. The caller must verify the signature and the type of the response.
 */
export async function takeClientData(
  { db, config, now }: Deps,
  clientDataJSON: string,
  bound: Bound,
): Promise<string> {
  const said = readClientData(clientDataJSON);
  if (typeof said.challenge !== "string") fail("passkey_invalid");
  await spendChallenge(db, said.challenge, bound, now());
  // Reject passkey responses from a frame on another site, because this site never asks for a passkey there.
  if (said.origin !== relyingParty(config).origin || said.crossOrigin) fail("passkey_origin");
  return said.challenge;
}

function readClientData(json: string): {
  challenge?: unknown;
  origin?: unknown;
  crossOrigin?: unknown;
} {
  try {
    // The decoded JSON can be `null`, which has no properties, so replace `null` with an empty object.
    return decodeClientDataJSON(json) ?? {};
  } catch {
    return {};
  }
}

/**
 * Runs a check of the WebAuthn library. Converts the library's errors to `passkey_origin` (another site) or
 * `passkey_invalid`.
 */
export async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    return fail(name === "UnexpectedRPIDHash" ? "passkey_origin" : "passkey_invalid", { message });
  }
}

import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import type { Database } from "../../db/connect";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { type Bound, spendChallenge } from "./challenges";

/** Whom passkeys are made for: this site alone, as SITE_URL names it. */
export function relyingParty({ SITE_URL }: Dependencies["config"]) {
  const { hostname, origin } = new URL(SITE_URL);
  return { rpId: hostname, origin };
}

type Deps = Pick<Dependencies, "config" | "now"> & { db: Database };

/**
 * What the browser wrote down of a ceremony: its challenge is used up, and it happened on this site. Returns the
 * challenge, which the signature is checked over; of which kind the ceremony was is checked with it.
 */
export async function takeClientData(
  { db, config, now }: Deps,
  clientDataJSON: string,
  bound: Bound,
): Promise<string> {
  const said = readClientData(clientDataJSON);
  if (typeof said.challenge !== "string") fail("passkey_invalid");
  await spendChallenge(db, said.challenge, bound, now());
  // A frame on another site says so itself: nobody is asked for a passkey there.
  if (said.origin !== relyingParty(config).origin || said.crossOrigin) fail("passkey_origin");
  return said.challenge;
}

function readClientData(json: string): {
  challenge?: unknown;
  origin?: unknown;
  crossOrigin?: unknown;
} {
  try {
    // JSON's null is the one thing of which nothing can be asked.
    return decodeClientDataJSON(json) ?? {};
  } catch {
    return {};
  }
}

/** Runs the library's checks; what it throws says only that they failed, not why people should care. */
export async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    return fail(name === "UnexpectedRPIDHash" ? "passkey_origin" : "passkey_invalid", { message });
  }
}

import type { z } from "zod";
import { MINUTE } from "@/contract/durations";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import type {
  Assertion,
  Attestation,
  creationOptionsSchema,
  requestOptionsSchema,
} from "@/contract/users/passkeys";
import { ApiError } from "../api/error";

/* Passkeys in the browser. The WebAuthn library loads only when a user uses, or could use, a passkey. */

type RequestOptions = z.infer<typeof requestOptionsSchema>;
type CreationOptions = z.infer<typeof creationOptionsSchema>;

const webauthn = () => import("@simplewebauthn/browser");

/** Creates a passkey on the device. Throws an ApiError, with `passkey_invalid` if the user cancels. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await webauthn();
  return startRegistration({ optionsJSON }).catch(refuse);
}

/** Signs a challenge with a passkey. Throws an ApiError, with `passkey_invalid` if the user cancels. */
export async function signWithPasskey(optionsJSON: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await webauthn();
  return startAuthentication({ optionsJSON }).catch(refuse);
}

/**
 * Throws an ApiError for a WebAuthn error of the browser. An error with an unknown name means that the user cancelled
 * or the device failed.
 */
function refuse(error: unknown): never {
  const { name = "" } = error instanceof Error ? error : {};
  if (name === "InvalidStateError") throw new ApiError("passkey_known", 0, { cause: error });
  if (name === "SecurityError") throw new ApiError("passkey_origin", 0, { cause: error });
  throw new ApiError("passkey_invalid", 0, { cause: error });
}

/** Milliseconds after which a passkey challenge is replaced, before it expires. */
const RENEWED = (CHALLENGE_MINUTES - 1) * MINUTE;

/**
 * Offers the device's passkeys in the autofill of the login field (autocomplete `webauthn`) while the page is open.
 * Does nothing in browsers without this feature.
 *
 * @param ask requests a challenge
 * @param onSigned called after the user chose a passkey and it signed the challenge
 * @returns a function that ends the offer
 */
export function offerPasskeys(
  ask: () => Promise<RequestOptions>,
  onSigned: (passkey: Assertion) => void,
): () => void {
  let over = false;

  async function offer() {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await webauthn();
    if (!(await browserSupportsWebAuthnAutofill())) return;
    const optionsJSON = await ask();
    // If the page ended the offer while the challenge was requested, do not start it.
    if (!over) onSigned(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  }

  // Ignore errors of the automatic offer of passkeys, because the user has not asked for a passkey.
  const again = () => offer().catch(() => undefined);
  const timer = setInterval(again, RENEWED);
  again();
  return () => {
    over = true;
    clearInterval(timer);
    webauthn()
      .then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
      .catch(() => undefined);
  };
}

import type { z } from "zod";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import { MINUTE } from "@/contract/spans";
import type {
  Assertion,
  Attestation,
  creationOptionsSchema,
  requestOptionsSchema,
} from "@/contract/users/keys";
import { ApiError } from "../api/error";

/*
 * The browser's side of passkeys. What speaks WebAuthn is fetched when somebody uses one, or could.
 */

type RequestOptions = z.infer<typeof requestOptionsSchema>;
type CreationOptions = z.infer<typeof creationOptionsSchema>;

const webauthn = () => import("@simplewebauthn/browser");

/** Has the device make a passkey. Throws an ApiError; one that was given up is passkey_invalid. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await webauthn();
  return startRegistration({ optionsJSON }).catch(refuse);
}

/** Has a passkey sign. Throws an ApiError, as above. */
export async function signWithPasskey(optionsJSON: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await webauthn();
  return startAuthentication({ optionsJSON }).catch(refuse);
}

/** What browsers call it when it does not work. All else is somebody changing their mind, or a device that fails. */
function refuse(error: unknown): never {
  const { name = "" } = error instanceof Error ? error : {};
  if (name === "InvalidStateError") throw new ApiError("passkey_known", 0, { cause: error });
  if (name === "SecurityError") throw new ApiError("passkey_origin", 0, { cause: error });
  throw new ApiError("passkey_invalid", 0, { cause: error });
}

/** Before a challenge is too old, the field gets another one. */
const RENEWED = (CHALLENGE_MINUTES - 1) * MINUTE;

/**
 * Offers the device's passkeys among what the browser fills in at the login field (autocomplete `webauthn`), for as
 * long as the page is open. Where browsers cannot do that, nothing happens: the form is there.
 *
 * @param ask for a challenge
 * @param onSigned somebody has chosen one, and it has signed
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
    // Another offer ends the one before.
    if (!over) onSigned(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  }

  // Whatever goes wrong, nobody has asked for it yet.
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

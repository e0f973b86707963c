import type { Page } from "playwright/test";

/** Adds a virtual passkey device to Chromium, which stores passkeys and verifies the user. */
export async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the virtual passkey device answers requests. */
    async answers(enabled: boolean) {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    /** Sets whether the virtual passkey device succeeds in verifying the user. */
    async recognises(isUserVerified: boolean) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    /** Deletes all passkeys from the virtual device, as a reset does. */
    async forget() {
      await session.send("WebAuthn.clearCredentials", { authenticatorId });
    },
    async keys() {
      return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
  };
}

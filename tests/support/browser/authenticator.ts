import type { Page } from "playwright/test";

/** Adds Chromium's virtual authenticator with discoverable passkeys and user verification. */
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
    /** Sets whether the virtual user answers requests. */
    async answers(enabled: boolean) {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    /** Sets whether user verification succeeds. */
    async recognises(isUserVerified: boolean) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    /** Deletes all passkeys, like a device that was reset. */
    async forget() {
      await session.send("WebAuthn.clearCredentials", { authenticatorId });
    },
    async keys() {
      return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
  };
}

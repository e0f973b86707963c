import type { Page } from "playwright/test";

/** A device's own authenticator, as Chromium pretends to have one: keys that are found, and an owner it verifies. */
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
    /** Whether its owner answers what it asks, at once; else they never do. */
    async answers(enabled: boolean) {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    /** Whether the device recognises its owner. */
    async recognises(isUserVerified: boolean) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    /** Forgets its keys, as a device that was reset. */
    async forget() {
      await session.send("WebAuthn.clearCredentials", { authenticatorId });
    },
    async keys() {
      return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
  };
}

/** The event that opens the cookie preferences, which the root layout renders. */
export const OPEN_CONSENT = "consent:open";

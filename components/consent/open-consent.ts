/** Name of the browser event that opens the cookie preferences. The root layout renders the preferences. */
export const OPEN_CONSENT = "consent:open";

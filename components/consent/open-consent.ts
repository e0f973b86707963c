/** The event by which a button anywhere asks for the preferences, which live in the root layout. */
export const OPEN_CONSENT = "consent:open";

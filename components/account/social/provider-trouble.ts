/** Failures of a sign-in before the provider returns an answer. */
export type Trouble =
  /** The provider's script did not load, because of a content blocker, the network, or the provider. */
  | "blocked"
  /** The user closed the provider's window or declined. */
  | "refused";

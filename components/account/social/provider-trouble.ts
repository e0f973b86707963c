/** Failures before a provider returns an answer. */
export type Trouble =
  /** The script did not load: a content blocker, the network, or the provider failed. */
  | "blocked"
  /** The user closed the provider's window or declined. */
  | "refused";

/** What can go wrong before a provider's answer comes. */
export type Trouble =
  /** Its script could not be loaded: a blocker, a network, the provider itself. */
  | "blocked"
  /** Its window was closed, or the person declined there. */
  | "refused";

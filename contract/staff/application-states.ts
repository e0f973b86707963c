/**
 * States of an application. Each application has exactly one state. This file is separate from the schemas of
 * application lists, so that pages without such a list do not load those schemas.
 */
export const APPLICATION_STATES = ["begun", "complete", "sent", "changed", "withdrawn"] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/**
 * Returns the displayed name of an application's state. A withdrawn application that was never sent is shown as
 * deleted.
 */
export function stateNameOf({ state, number }: { state: ApplicationState; number: string | null }) {
  return state === "withdrawn" && number === null ? "deleted" : state;
}

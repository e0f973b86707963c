import { useEffect, useSyncExternalStore } from "react";
import type { Draft } from "./draft-store";

/**
 * Watches the saves for what only the person can settle, and asks: sign in again, or choose between
 * two versions. Each new failure asks again; closing a dialog leaves the text where it is.
 */
export function useDraftQuestions(draft: Draft, ask: (what: "session" | "conflict") => void) {
  const { autosave, conflict } = useSyncExternalStore(
    draft.subscribe,
    draft.snapshot,
    draft.snapshot,
  );
  const error = autosave.kind === "failed" ? autosave.error : null;

  useEffect(() => {
    if (error?.code === "not_authenticated") ask("session");
    else if (conflict) ask("conflict");
  }, [error, conflict, ask]);

  return { error, conflict: conflict !== null };
}

import { useEffect } from "react";
import { useSnapshot } from "@/components/ui/use-snapshot";
import type { ProjectDraft } from "@/lib/draft/project-form";

/**
 * Watches saves for what only the person can resolve, and asks: sign in again, or choose between
 * two versions. Each new failure asks again; closing a dialog leaves the text where it is.
 */
export function useDraftQuestions(
  draft: ProjectDraft,
  ask: (what: "session" | "conflict") => void,
) {
  const { autosave, conflict } = useSnapshot(draft);
  const error = autosave.kind === "failed" ? autosave.error : null;

  useEffect(() => {
    if (error?.code === "not_authenticated") ask("session");
    else if (conflict) ask("conflict");
  }, [error, conflict, ask]);

  return { error, conflict: conflict !== null };
}

import { useEffect } from "react";
import { useSnapshot } from "@/components/ui/use-snapshot";
import type { ProjectDraft } from "@/lib/draft/project-form";

/**
 * Opens a dialog when only the user can resolve a failed save: sign in again, or resolve an edit conflict. Each new
 * failure opens the dialog again. Closing the dialog keeps the text.
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

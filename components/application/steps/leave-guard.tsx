"use client";

import { useEffect, useRef, useState } from "react";
import { LANGUAGES } from "@/contract/languages";
import { PROJECT_FIELDS, STEPS } from "@/contract/project/project-fields";
import { type Leaving, useLeaving } from "@/lib/browser/use-leaving";
import { fieldsIn } from "@/lib/draft/form";
import { commitMember, type ProjectView } from "@/lib/draft/project-form";
import { usePathname } from "@/lib/i18n/navigation";
import { isAtWork } from "@/lib/uploads/upload-state";
import { useApplication, useDraft, useUploadStates } from "../application-context";
import { FileDialog, LeaveDialog } from "./leave-dialog";

/** Maximum milliseconds that navigation waits until the text is saved. */
const PATIENCE = 2000;

/**
 * Saves the text when the user leaves a step. Asks for confirmation only if the text cannot be saved (rule
 * application.leave), or if leaving would interrupt an upload.
 */
export function LeaveGuard() {
  const { draft, uploads } = useApplication();
  const { unsaved, isInHandUnsaved: inHand } = useDraft();
  const states = useUploadStates();
  const pathname = usePathname();
  const [asking, setAsking] = useState<Leaving | null>(null);
  /** The page to open after the text is saved. */
  const going = useRef<Leaving | null>(null);

  // Check only the unsaved text of this step. The user was already asked about the text of another step when leaving
  // that step.
  const step = STEPS.find((name) => pathname === `/dashboard/project/${name}`);
  const isHere = (view: ProjectView) =>
    view.unsaved.some((field) => PROJECT_FIELDS[field].step === step) ||
    (step === "team" && view.isInHandUnsaved);
  const rising = Object.values(states).some(isAtWork);

  const leave = useLeaving({
    isInside: isInsideArea,
    asks: ({ inside }) => isHere(draft.snapshot()) || (rising && !inside),
    keepsOpen: unsaved.length > 0 || inHand || rising,
    onAsk: (to) => void depart(to),
  });

  // The dialog about leaving belongs to this page, so close it after a navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is the signal
  useEffect(() => {
    setAsking(null);
    going.current = null;
  }, [pathname]);

  // True if the text was saved while the dialog about leaving was open, so that the dialog is no longer necessary.
  const isSettled = asking !== null && !isHere(draft.snapshot()) && (asking.inside || !rising);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it becomes so
  useEffect(() => {
    // If the user chose to save again, the function `depart` navigates after the save.
    if (!isSettled || going.current) return;
    setAsking(null);
    leave(asking);
  }, [isSettled]);

  /**
   * Saves the step's text, waits up to `PATIENCE`, then opens the next page or asks the user whether to leave.
   */
  async function depart(to: Leaving) {
    const isFlushing = going.current !== null;
    going.current = to;
    if (isFlushing) return;
    const before = draft.snapshot();
    // Do not save without a session, because saving would only open the sign-in dialog again.
    if (isHere(before) && !isSignedOut(before)) {
      if (step === "team") commitMember(draft);
      await Promise.race([draft.settle(), new Promise((end) => setTimeout(end, PATIENCE))]);
    }
    const target = going.current;
    going.current = null;
    if (!target) return;
    const view = draft.snapshot();
    // An ended session and an edit conflict open separate dialogs, so show no question about leaving.
    if (isSignedOut(view) && !isSignedOut(before)) return;
    if (view.conflict && view.conflict !== before.conflict) return;
    const mayStay = target.inside && view.autosave.kind === "saving" && !isStuck(view);
    if ((!isHere(view) || mayStay) && (target.inside || !rising)) leave(target);
    else setAsking(target);
  }

  /** Reports whether the step has a problem that saving again cannot solve. */
  function isStuck(view: ProjectView): boolean {
    const isMemberStuck = step === "team" && view.isInHandUnsaved;
    const fields = [...(view.conflict ?? []), ...fieldsIn(view.problems)];
    return isMemberStuck || fields.some((field) => PROJECT_FIELDS[field].step === step);
  }

  function goAnyway(target: Leaving) {
    if (!target.inside) uploads.stopAll();
    leave(target);
  }

  if (!asking || isSettled) return null;
  const shared = { onStay: () => setAsking(null), onGo: () => goAnyway(asking) };
  if (!step || !isHere(draft.snapshot())) return <FileDialog {...shared} />;
  return <LeaveDialog {...shared} step={step} onRetry={() => depart(asking)} />;
}

function isSignedOut({ autosave }: ProjectView): boolean {
  return autosave.kind === "failed" && autosave.error.code === "not_authenticated";
}

/**
 * Reports whether a URL is a page of the applicant's area. Navigation between these pages keeps unsaved text and
 * uploads.
 */
function isInsideArea(url: URL): boolean {
  if (url.origin !== window.location.origin) return false;
  const prefix = LANGUAGES.find((locale) => url.pathname.startsWith(`/${locale}/`));
  const here = LANGUAGES.find((locale) => window.location.pathname.startsWith(`/${locale}/`));
  // A page in another language is loaded in full, so it counts as outside the applicant's area.
  if (prefix !== here) return false;
  const path = prefix ? url.pathname.slice(prefix.length + 1) : url.pathname;
  return path === "/dashboard" || path.startsWith("/dashboard/project");
}

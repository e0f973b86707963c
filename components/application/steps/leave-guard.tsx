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

/** Milliseconds for which navigation waits until the text is saved. */
const PATIENCE = 2000;

/**
 * Saves the text when the user leaves a step, and asks only about text that cannot be saved. Rule: application.leave.
 * Also asks before the user leaves the area during an upload.
 */
export function LeaveGuard() {
  const { draft, uploads } = useApplication();
  const { unsaved, isInHandUnsaved: inHand } = useDraft();
  const states = useUploadStates();
  const pathname = usePathname();
  const [asking, setAsking] = useState<Leaving | null>(null);
  /** The navigation target while the text is being saved. */
  const going = useRef<Leaving | null>(null);

  // Only the text of this step: the user has answered the question about other steps there.
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

  // The question concerns this page. After navigation, drop the question and the pending target.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is the signal
  useEffect(() => {
    setAsking(null);
    going.current = null;
  }, [pathname]);

  // True if the text was saved while the dialog was open, so that no question is left.
  const isSettled = asking !== null && !isHere(draft.snapshot()) && (asking.inside || !rising);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it becomes so
  useEffect(() => {
    // If the user chose to save again, `depart` navigates.
    if (!isSettled || going.current) return;
    setAsking(null);
    leave(asking);
  }, [isSettled]);

  /** Saves what can be saved, waits up to `PATIENCE`, then navigates or asks. */
  async function depart(to: Leaving) {
    const isFlushing = going.current !== null;
    going.current = to;
    if (isFlushing) return;
    const before = draft.snapshot();
    // Without a session, a save would only open the sign-in dialog again.
    if (isHere(before) && !isSignedOut(before)) {
      if (step === "team") commitMember(draft);
      await Promise.race([draft.settle(), new Promise((end) => setTimeout(end, PATIENCE))]);
    }
    const target = going.current;
    going.current = null;
    if (!target) return;
    const view = draft.snapshot();
    // A lost session or an edit conflict opens its own dialog.
    if (isSignedOut(view) && !isSignedOut(before)) return;
    if (view.conflict && view.conflict !== before.conflict) return;
    const mayStay = target.inside && view.autosave.kind === "saving" && !isStuck(view);
    if ((!isHere(view) || mayStay) && (target.inside || !rising)) leave(target);
    else setAsking(target);
  }

  /** Reports whether the step has a problem that saving cannot solve. */
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

/** Reports whether a URL is a page of the applicant's area, where text and uploads survive navigation. */
function isInsideArea(url: URL): boolean {
  if (url.origin !== window.location.origin) return false;
  const prefix = LANGUAGES.find((locale) => url.pathname.startsWith(`/${locale}/`));
  const here = LANGUAGES.find((locale) => window.location.pathname.startsWith(`/${locale}/`));
  // Another locale is another document, so it leaves the area like a full page load.
  if (prefix !== here) return false;
  const path = prefix ? url.pathname.slice(prefix.length + 1) : url.pathname;
  return path === "/dashboard" || path.startsWith("/dashboard/project");
}

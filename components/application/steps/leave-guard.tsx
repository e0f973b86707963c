"use client";

import { useEffect, useRef, useState } from "react";
import { PROJECT_FIELDS, STEPS } from "@/contract/project/project-fields";
import { type Leaving, useLeaving } from "@/lib/browser/use-leaving";
import { fieldsIn } from "@/lib/draft/form";
import { commitMember, type ProjectView } from "@/lib/draft/project-form";
import { usePathname } from "@/lib/i18n/navigation";
import { isAtWork } from "@/lib/uploads/upload-state";
import { useApplication, useDraft, useUploadStates } from "../application-context";
import { isInsideArea } from "./inside-area";
import { FileDialog, LeaveDialog } from "./leave-dialog";

/** How long somebody who goes on waits for their text to be saved, ms. */
const PATIENCE = 2000;

/**
 * Going on saves: whoever leaves a step has their text saved first, and is asked only about what cannot be
 * (rule application.leave). Leaving the area while a file uploads asks too.
 */
export function LeaveGuard() {
  const { draft, uploads } = useApplication();
  const { unsaved, isInHandUnsaved: inHand } = useDraft();
  const states = useUploadStates();
  const pathname = usePathname();
  const [asking, setAsking] = useState<Leaving | null>(null);
  /** Where the person is going, while their text is being saved. */
  const going = useRef<Leaving | null>(null);

  // Only this step's own text: text left behind elsewhere has been asked about there.
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

  // The question was about this page: once it is gone, so are the question and the wish to leave it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is the signal
  useEffect(() => {
    setAsking(null);
    going.current = null;
  }, [pathname]);

  // Meanwhile it may have been saved after all: then nothing is left to ask.
  const isSettled = asking !== null && !isHere(draft.snapshot()) && (asking.inside || !rising);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it becomes so
  useEffect(() => {
    // Whoever has asked to save once more is taken along by that.
    if (!isSettled || going.current) return;
    setAsking(null);
    leave(asking);
  }, [isSettled]);

  /** Saves what can be saved, waits a little, and goes; or asks. */
  async function depart(to: Leaving) {
    const isFlushing = going.current !== null;
    going.current = to;
    if (isFlushing) return;
    const before = draft.snapshot();
    // Without a session a save only brings the question that is already known.
    if (isHere(before) && !isSignedOut(before)) {
      if (step === "team") commitMember(draft);
      await Promise.race([draft.settle(), new Promise((end) => setTimeout(end, PATIENCE))]);
    }
    const target = going.current;
    going.current = null;
    if (!target) return;
    const view = draft.snapshot();
    // Those have just opened a question of their own.
    if (isSignedOut(view) && !isSignedOut(before)) return;
    if (view.conflict && view.conflict !== before.conflict) return;
    const mayStay = target.inside && view.autosave.kind === "saving" && !isStuck(view);
    if ((!isHere(view) || mayStay) && (target.inside || !rising)) leave(target);
    else setAsking(target);
  }

  /** Something that no saving will settle. */
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

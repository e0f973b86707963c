"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useErrorWords } from "@/components/forms/error-words";
import { Button } from "@/components/ui/actions/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showErrorToast } from "@/components/ui/overlays/toast";
import { PROJECT_FIELDS, STEPS } from "@/contract/project/project-fields";
import { commitMember } from "@/lib/draft/project-form";
import { usePathname } from "@/lib/i18n/navigation";
import { isAtWork } from "@/lib/uploads/upload-state";
import { useApplication, useDraft, useUploadStates } from "../application-context";
import { type Leaving, useLeaving } from "./use-leaving";

/**
 * Asks before something unsaved is left behind (rule application.leave): for links, for the browser's back and forward where it lets a page ask, and, in the browser's own
 * words, for closing. Leaving the area while a file uploads asks too.
 */
export function LeaveGuard() {
  const t = useTranslations("project.leave");
  const reason = useErrorWords();
  const { draft, uploads } = useApplication();
  const { unsaved, isInHandUnsaved: inHand } = useDraft();
  const states = useUploadStates();
  const pathname = usePathname();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const [busy, setBusy] = useState(false);

  // Only this step's own text: text left behind elsewhere has been asked about there.
  const step = STEPS.find((name) => pathname === `/dashboard/project/${name}`);
  const unsavedHere =
    unsaved.some((field) => PROJECT_FIELDS[field].step === step) || (step === "team" && inHand);
  const rising = Object.values(states).some(isAtWork);
  const passing = useRef(false);

  const leave = useLeaving({
    asks: ({ insideArea }) => unsavedHere || (rising && !insideArea),
    keepsOpen: unsaved.length > 0 || inHand || rising,
    passing,
    onAsk: setLeaving,
  });

  // The question was about this page: once it is gone, so are the question and the permission to leave.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is the signal
  useEffect(() => {
    setLeaving(null);
    passing.current = false;
  }, [pathname]);

  if (!leaving) return null;
  const onlyFile = rising && !leaving.insideArea && !unsavedHere;

  async function saveAndGo(target: Leaving) {
    setBusy(true);
    commitMember(draft);
    const saved = await draft.save();
    setBusy(false);
    const unfinished = step === "team" && draft.snapshot().isInHandUnsaved;
    if (saved && !unfinished) return leave(target);
    setLeaving(null);
    if (unfinished) showErrorToast(reason("project_incomplete"));
  }

  function goAnyway(target: Leaving) {
    draft.hold();
    if (!target.insideArea) uploads.stopAll();
    leave(target);
  }

  return (
    <Dialog
      open
      onClose={() => setLeaving(null)}
      title={onlyFile ? t("fileTitle") : t("title")}
      actions={
        onlyFile ? (
          <>
            <Button small variant="inverse" onClick={() => setLeaving(null)}>
              {t("stay")}
            </Button>
            <Button small variant="secondary" onClick={() => goAnyway(leaving)}>
              {t("leave")}
            </Button>
          </>
        ) : (
          <>
            <Button
              small
              variant="inverse"
              busy={busy}
              busyLabel={t("saving")}
              onClick={() => void saveAndGo(leaving)}
            >
              {t("save")}
            </Button>
            <Button small variant="secondary" onClick={() => goAnyway(leaving)}>
              {t("proceed")}
            </Button>
          </>
        )
      }
    >
      <p>{onlyFile ? t("fileText") : t("text")}</p>
    </Dialog>
  );
}

"use client";

import type { BodyOf } from "@/contract/endpoint";
import { NO_TEXTS, type previewLetter } from "@/contract/staff/letters";
import { useLeaving } from "@/lib/browser/use-leaving";
import { LetterDialog } from "./letter-dialog";
import { hasText, useLetterDraft } from "./letter-draft";

/**
 * Dialog for a letter. The letter's text stays until the letter is queued, also on other pages, after the back button,
 * and after a reload. Closing the tab would lose the text, so the browser asks first.
 */
export function WriteDialog({
  selection,
  count,
  onDone,
  onClose,
}: {
  selection: BodyOf<typeof previewLetter>["selection"];
  count: number;
  onDone: () => void;
  onClose: () => void;
}) {
  const [texts, onTexts] = useLetterDraft();
  useLeaving({
    isInside: () => true,
    asks: () => false,
    keepsOpen: hasText(texts),
    onAsk: () => {},
  });
  return (
    <LetterDialog
      {...{ selection, count, texts, onTexts, onClose }}
      onDone={() => {
        onTexts(NO_TEXTS);
        onDone();
      }}
    />
  );
}

"use client";

import type { BodyOf } from "@/contract/endpoint";
import type { previewLetter } from "@/contract/staff/letters";
import { LetterDialog } from "./letter-dialog";
import { setLetterDraft, useLetterDraft } from "./letter-draft";

/** Dialog for a letter whose text stays until it is queued, also on another page. */
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
  return (
    <LetterDialog
      {...{ selection, count, texts, onTexts, onClose }}
      onDone={() => {
        setLetterDraft();
        onDone();
      }}
    />
  );
}

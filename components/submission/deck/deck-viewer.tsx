"use client";

import { useTranslations } from "next-intl";
import { ProgressRing } from "@/components/ui/figures/progress-ring";
import type { ProjectFile } from "@/contract/project/project-schemas";
import type { FileSource } from "../file-source";
import { DeckPages } from "./deck-pages";
import styles from "./deck-viewer.module.css";
import { FileFailed } from "./file-failed";
import { useDeck, useNear } from "./use-deck";

/**
 * Shows the pitch deck in the page. Fetches the deck when it is near the visible area, and draws its pages as they come
 * into view. If the deck cannot be shown, displays the reason; the download link is always present.
 */
export function DeckViewer({
  source,
  file,
}: {
  source: Pick<FileSource, "href" | "load">;
  file: ProjectFile;
}) {
  const t = useTranslations("evaluation.deck");
  const { element, near } = useNear<HTMLDivElement>();
  const { state, retry } = useDeck(source, near);
  const shown = state.kind === "ready" ? state.deck.pages.length : 0;

  return (
    <div ref={element} className={styles.viewer}>
      {(state.kind === "waiting" || state.kind === "loading") && (
        <div className={styles.blank}>
          <ProgressRing
            value={state.kind === "loading" ? Math.round((state.share ?? 0) * 100) : 0}
            label={t("loading")}
            size="var(--space-8)"
          />
          <p>{t("loading")}</p>
        </div>
      )}
      {state.kind === "failed" && <DeckFailed reason={state.reason} onRetry={retry} />}
      {state.kind === "ready" && <DeckPages deck={state.deck} name={file.name} />}
      {shown > 0 && file.pages !== undefined && shown < file.pages && (
        <p>{t("incomplete", { shown, count: file.pages })}</p>
      )}
    </div>
  );
}

type Reason = Extract<ReturnType<typeof useDeck>["state"], { kind: "failed" }>["reason"];

function DeckFailed({ reason, onRetry }: { reason: Reason; onRetry: () => void }) {
  const t = useTranslations("evaluation.deck");
  if (reason !== "locked" && reason !== "broken") {
    return <FileFailed reason={reason} onRetry={onRetry} />;
  }
  return (
    <div className={styles.blank} role="alert">
      <p className={styles.wrong}>{t(reason)}</p>
      <p>{t("download")}</p>
    </div>
  );
}

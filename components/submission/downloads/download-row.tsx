"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import { useSize } from "@/lib/i18n/use-size";
import styles from "./download-row.module.css";
import { type DownloadState, useDownload } from "./use-download";

/** Renders one download: its description, button, progress, and error. */
export function DownloadRow({
  title,
  text,
  button,
  name,
  large = false,
  ask,
}: {
  title: string;
  text: ReactNode;
  button: string;
  /** The download's file name until the server sends a name. */
  name: string;
  /** Whether the download is large: it then streams to disk and can be cancelled. */
  large?: boolean;
  ask: (signal: AbortSignal) => Promise<Response>;
}) {
  const t = useTranslations("evaluation.export");
  const { state, start, cancel } = useDownload(ask, { name, large });
  const running = state.kind === "running";
  return (
    <div className={styles.row}>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.text}>{text}</p>
        <div role="status" className={styles.progress}>
          <Progress state={state} />
        </div>
      </div>
      <div className={styles.buttons}>
        {running && large && (
          <Button small variant="secondary" onClick={cancel}>
            {t("cancel")}
          </Button>
        )}
        <Button
          small
          centred
          variant="secondary"
          busy={running}
          busyLabel={t("running")}
          aria-label={`${button}: ${title}`}
          onClick={() => void start()}
        >
          {button}
        </Button>
      </div>
    </div>
  );
}

function Progress({ state }: { state: DownloadState }) {
  const t = useTranslations("evaluation.export");
  const errors = useErrorMessages();
  const sizeOf = useSize();
  if (state.kind === "idle") return null;
  if (state.kind === "failed") {
    return (
      <>
        <Status tone="wrong">{t("failed")}</Status> {errors(state.code)}
      </>
    );
  }
  const size = sizeOf(state.bytes);
  if (state.kind === "done") return <Status tone="done">{t("done", { size })}</Status>;
  const words = state.whole
    ? t("progressOf", { size, whole: sizeOf(Math.max(state.whole, state.bytes)) })
    : t("progress", { size });
  return <Status tone="flight">{words}</Status>;
}

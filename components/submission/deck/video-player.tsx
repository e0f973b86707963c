"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { notPlayed } from "@/contract/project/uploads";
import { ApiError } from "@/lib/api/error";
import type { FileSource } from "../file-source";
import { FileFailed } from "./file-failed";
import styles from "./video-player.module.css";

/**
 * Plays the pitch video in the page. If the browser cannot play the file, only the download link stays. The browser
 * reports a missing file and an unsupported format in the same way, so a separate request finds the cause. With an
 * unsupported video codec, some browsers play only the sound without an error: a video of width 0 counts as unsupported.
 */
export function VideoPlayer({
  source,
  file,
  title,
}: {
  source: FileSource;
  file: ProjectFile;
  title: string;
}) {
  const t = useTranslations("evaluation.files");
  const [trouble, setTrouble] = useState<"format" | ApiError["code"]>();
  const missing = notPlayed(file);

  async function askWhy() {
    const abort = new AbortController();
    try {
      await source.load(abort.signal);
      setTrouble("format");
    } catch (cause) {
      setTrouble(cause instanceof ApiError ? cause.code : "network");
    } finally {
      // The response headers are enough. Do not download the file.
      abort.abort();
    }
  }

  if (trouble === "format") {
    const codec = missing === "picture" && file.codec;
    return <p className={styles.facts}>{codec ? t("notShown", { codec }) : t("notPlayable")}</p>;
  }
  if (trouble) return <FileFailed reason={trouble} onRetry={() => setTrouble(undefined)} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: applicants upload one file, captions are not asked for */}
      <video
        className={styles.video}
        src={source.href}
        controls
        preload="metadata"
        aria-label={title}
        onError={askWhy}
        onLoadedMetadata={({ currentTarget }) => {
          if (currentTarget.videoWidth === 0) setTrouble("format");
        }}
      />
      {missing === "sound" && (
        <p className={styles.facts}>{t("noSound", { codec: file.sound_codec ?? "" })}</p>
      )}
    </>
  );
}

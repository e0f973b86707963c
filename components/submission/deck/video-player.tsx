"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ProjectFile } from "@/contract/project/project-schemas";
import type { RenditionState } from "@/contract/project/renditions";
import { notPlayed } from "@/contract/project/uploads";
import { ApiError } from "@/lib/api/error";
import { type FileSource, renditionHref } from "../file-source";
import { FileFailed } from "./file-failed";
import styles from "./video-player.module.css";

/**
 * Plays the pitch video in the page. If the browser cannot play the file, only the download link stays. The browser
 * reports a missing file and an unsupported format in the same way, so a separate request finds the cause. A ready
 * rendition replaces the file; the file itself stays for download. With an unsupported video codec, some browsers play
 * only the sound without an error: a video of width 0 counts as unsupported.
 */
export function VideoPlayer({
  source,
  file,
  rendition,
  title,
}: {
  source: FileSource;
  file: ProjectFile;
  /** The state of the rendition, which replaces the file once it is ready. */
  rendition: RenditionState | undefined;
  title: string;
}) {
  const t = useTranslations("evaluation.files");
  const [trouble, setTrouble] = useState<"format" | ApiError["code"]>();
  const isReady = rendition === "ready";
  const missing = isReady ? null : notPlayed(file);
  const [src, poster] = isReady
    ? [renditionHref(source.href, "video"), renditionHref(source.href, "poster")]
    : [source.href];

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
    if (rendition === "waiting") return <p className={styles.facts}>{t("converting")}</p>;
    return <p className={styles.facts}>{codec ? t("notShown", { codec }) : t("notPlayable")}</p>;
  }
  if (trouble) return <FileFailed reason={trouble} onRetry={() => setTrouble(undefined)} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: applicants upload one file, captions are not asked for */}
      <video
        className={styles.video}
        src={src}
        poster={poster}
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

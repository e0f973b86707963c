"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import controlStyles from "@/components/forms/fields/control.module.css";
import { Button } from "@/components/ui/buttons/button";
import { languageName } from "@/contract/languages";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { CAPTIONS, type RenditionState } from "@/contract/project/renditions";
import { notPlayed } from "@/contract/project/uploads";
import { ApiError } from "@/lib/api/error";
import { placeOf } from "@/lib/browser/unsaved-text";
import type { FileSource } from "../file-source";
import { FileFailed } from "./file-failed";
import { Transcript } from "./transcript";
import styles from "./video-player.module.css";

const SPEEDS = [1, 1.25, 1.5, 1.75, 2];
/** Seconds by which a button moves the video. */
const JUMP = 10;
/**
 * When a reader presses a line of the transcript, the video moves to this number of seconds after the caption's start.
 */
const INSIDE = 0.05;
/**
 * Storage key of the playback speed, which applies to all videos. `positionKey` is the storage key of the position in
 * one video.
 */
const SPEED = "video.speed";
const positionKey = (href: string) => `video.position ${href}`;

const readNumber = (name: string) => Number(placeOf("localStorage")?.getItem(name) ?? 0);
function keepNumber(name: string, value: number | null) {
  try {
    if (value === null) placeOf("localStorage")?.removeItem(name);
    else placeOf("localStorage")?.setItem(name, String(value));
  } catch {
    // Ignore the error. If the browser's storage is full, the next visit does not restore the last playback speed or
    // the last position in the video.
  }
}

/**
 * Plays the pitch video in the page; a ready rendition (converted copy) replaces the file. If the browser cannot play
 * the video, only the download link stays. Browsers report a missing file and an unsupported format alike, so a
 * separate request finds the cause.
 *
 * With an unsupported video codec, some browsers play only the sound without an error, so a video of width 0 counts as
 * unsupported. The browser remembers speed and position. Captions show in the video and as a transcript.
 */
export function VideoPlayer({
  source,
  file,
  rendition,
  title,
}: {
  source: FileSource;
  file: ProjectFile;
  /** State of the video's rendition (converted copy). A ready rendition replaces the file in the player. */
  rendition: RenditionState | undefined;
  title: string;
}) {
  const t = useTranslations("evaluation.files");
  const format = useFormatter();
  const locale = useLocale();
  const player = useRef<HTMLVideoElement>(null);
  const [speed, setSpeed] = useState(1);
  const [currentCue, setCurrentCue] = useState(-1);
  const { captions } = file;
  const [failed, setFailed] = useState<{ src: string; why: "format" | ApiError["code"] }>();
  const isReady = rendition === "ready";
  const missing = isReady ? null : notPlayed(file);
  const played = isReady ? source.rendition("video") : source;
  const src = played.href;
  // A failure counts only for its own file, because a rendition can become ready after the original failed.
  const trouble = failed?.src === src ? failed.why : undefined;

  const jump = (seconds: number) => {
    const { current } = player;
    if (current) current.currentTime = Math.max(0, current.currentTime + seconds);
  };

  async function askWhy() {
    const abort = new AbortController();
    try {
      await played.load(abort.signal);
      setFailed({ src, why: "format" });
    } catch (cause) {
      setFailed({ src, why: cause instanceof ApiError ? cause.code : "network" });
    } finally {
      // Only the status of the response is needed, so do not download the file.
      abort.abort();
    }
  }

  const transcript = captions && (
    <Transcript
      captions={captions}
      current={currentCue}
      onSeek={(seconds) => {
        // Move just inside the caption, because browsers show the previous caption at the exact start.
        if (player.current) player.current.currentTime = seconds + INSIDE;
      }}
    />
  );
  if (trouble === "format") {
    const codec = missing === "picture" && file.codec;
    const reason = codec ? t("notShown", { codec }) : t("notPlayable");
    return (
      <>
        <p className={styles.facts}>{rendition === "waiting" ? t("converting") : reason}</p>
        {transcript}
      </>
    );
  }
  if (trouble) return <FileFailed reason={trouble} onRetry={() => setFailed(undefined)} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: captions are optional for applicants */}
      <video
        ref={player}
        className={styles.video}
        src={src}
        poster={isReady ? source.rendition("poster").href : undefined}
        controls
        preload="metadata"
        aria-label={title}
        onError={askWhy}
        onLoadedMetadata={({ currentTarget }) => {
          if (currentTarget.videoWidth === 0) return setFailed({ src, why: "format" });
          const known = SPEEDS.find((one) => one === readNumber(SPEED)) ?? 1;
          Object.assign(currentTarget, { playbackRate: known });
          const position = readNumber(positionKey(source.href));
          if (position > 0 && position < currentTarget.duration) {
            Object.assign(currentTarget, { currentTime: position });
          }
        }}
        // Store the speed in this event, because the user can also change the speed in the browser's own menu.
        onRateChange={({ currentTarget }) => {
          setSpeed(currentTarget.playbackRate);
          keepNumber(SPEED, currentTarget.playbackRate);
        }}
        onTimeUpdate={({ currentTarget: { currentTime, ended } }) => {
          keepNumber(positionKey(source.href), ended ? null : Math.floor(currentTime));
          setCurrentCue(captions?.cues.findLastIndex(({ start }) => start <= currentTime) ?? -1);
        }}
      >
        {captions && (
          <track
            kind="captions"
            src={source.rendition(CAPTIONS).href}
            srcLang={captions.language}
            label={languageName(locale, captions.language)}
            default
          />
        )}
      </video>
      <div className={styles.controls}>
        <Button small variant="secondary" onClick={() => jump(-JUMP)}>
          {t("back", { seconds: JUMP })}
        </Button>
        <Button small variant="secondary" onClick={() => jump(JUMP)}>
          {t("forward", { seconds: JUMP })}
        </Button>
        <label className={styles.speed}>
          <span>{t("speed")}</span>
          <span className={controlStyles.select}>
            <select
              value={speed}
              onChange={({ target }) =>
                Object.assign(player.current ?? {}, { playbackRate: Number(target.value) })
              }
            >
              {[...new Set([...SPEEDS, speed])].map((one) => (
                <option key={one} value={one}>
                  {`${format.number(one)}×`}
                </option>
              ))}
            </select>
          </span>
        </label>
      </div>
      {missing === "sound" && (
        <p className={styles.facts}>{t("noSound", { codec: file.sound_codec ?? "" })}</p>
      )}
      {transcript}
    </>
  );
}

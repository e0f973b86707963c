"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { fieldId } from "@/components/forms/field-id";
import { SelectField } from "@/components/forms/fields/select-field";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import type { FieldErrors } from "@/contract/errors";
import { languageName } from "@/contract/languages";
import {
  CAPTION_LANGUAGES,
  CAPTION_LIMITS,
  type CaptionLanguage,
  type Captions,
} from "@/contract/project/captions";
import { getProjectFile, saveCaptions } from "@/contract/project/project";
import type { FileField } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { notPlayed } from "@/contract/project/uploads";
import { call } from "@/lib/api/call";
import { hrefOf } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import { useKeptText } from "@/lib/browser/use-kept-text";
import {
  addRow,
  type CueRow,
  checkRows,
  mergeRows,
  readTime,
  splitRow,
  timeText,
  toRows,
} from "@/lib/captions/edit-captions";
import { type RefusedCaptions, readCaptions } from "@/lib/captions/read-captions";
import { useApplication } from "../application-context";
import { captionText } from "./caption-text";
import styles from "./captions.module.css";
import { CueFields } from "./cue-fields";
import { ShiftAll } from "./shift-all";

/**
 * Video captions that the user has edited in this tab but not saved. Captions from a file have no language until the
 * user chooses one.
 */
type Edited = { language?: CaptionLanguage | undefined; rows: CueRow[] };
/**
 * The content of a caption file that the user chose. `isGuessed`: the site guessed the file's encoding, so some
 * letters can be wrong.
 */
type Taken = { cues: Captions["cues"]; isGuessed: boolean; name: string };
/**
 * The message about the last caption file or the last save, which appears next to the file control or next to Save.
 */
type Said = { by?: "file"; tone: "good" | "wrong"; text: string };

/**
 * Editor for a video's captions, next to the video, also usable by keyboard. Unsaved captions stay in this tab, also
 * after a visit to another step. Saving replaces all captions.
 */
export function CaptionEditor({
  field,
  file,
  onUnsaved,
}: {
  field: FileField;
  file: ProjectFile;
  onUnsaved: (isUnsaved: boolean) => void;
}) {
  const t = useTranslations("uploads.captions");
  const errors = useErrorMessages();
  const locale = useLocale();
  const number = useFormatter();
  const { user, answer, reload, askSignIn } = useApplication();
  const player = useRef<HTMLVideoElement>(null);
  const format = (seconds: number) =>
    timeText(seconds, (value) =>
      number.number(value, { minimumIntegerDigits: 2, maximumFractionDigits: 3 }),
    );
  /**
   * Returns captions as one text. The editor stores unsaved captions as this text and compares it with the text of the
   * saved captions.
   */
  const keptForm = (captions: Captions | undefined) =>
    JSON.stringify({
      language: captions?.language ?? CAPTION_LANGUAGES.find((one) => one === locale),
      rows: toRows(captions?.cues ?? [], format),
    });
  const stored = keptForm(file.captions);
  const [kept, keep, forget] = useKeptText(captionText(user, file), stored);
  const { language, rows } = JSON.parse(kept) as Edited;
  const [problems, setProblems] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const focusOn = useFocusLater();
  const languageField = `captions.${field}.language`;
  const idOf = (index: number, name: keyof CueRow) => `captions.${field}.${index}.${name}`;
  const focusText = (index: number) => focusOn(fieldId(idOf(index, "text")));
  const isChanged = kept !== stored;
  const [asking, setAsking] = useState<{ taken: Taken } | "discard" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the captions counts
  useEffect(() => onUnsaved(isChanged), [isChanged]);

  function change(changed: Partial<Edited>) {
    keep(JSON.stringify({ language, rows, ...changed }));
    setProblems({});
    setSaid(null);
  }

  const [original, rendition] = [{}, { query: { as: "video" as const } }].map((part) =>
    hrefOf(getProjectFile, { locale, params: { id: file.id }, ...part }),
  ) as [string, string];
  const seconds = () => player.current?.currentTime ?? 0;

  function add() {
    const { rows: changed, index } = addRow(rows, seconds(), format);
    change({ rows: changed });
    focusText(index);
  }

  function refusal({ problem, line = 0 }: RefusedCaptions): string {
    const { bytes, cues, text } = CAPTION_LIMITS;
    const values = { line, cues, text, megabytes: bytes / 1_048_576 };
    return t(`problem.${problem}`, { ...values, seconds: CAPTION_LIMITS.seconds });
  }

  async function take(chosen: File | undefined) {
    if (!chosen) return;
    // Check the size of the caption file first, so that a file over the limit is never read into memory.
    const isLarge = chosen.size > CAPTION_LIMITS.bytes;
    const read = isLarge
      ? ({ problem: "too_large" } as const)
      : readCaptions(new Uint8Array(await chosen.arrayBuffer()));
    if ("problem" in read)
      return setSaid({ by: "file", tone: "wrong", text: `${chosen.name}: ${refusal(read)}` });
    const taken = { ...read, name: chosen.name };
    if (rows.length > 0) setAsking({ taken });
    else use(taken);
  }

  function use({ cues, isGuessed, name }: Taken) {
    // A caption file does not name its language, so the user chooses it, unless the video already has captions.
    change({ rows: toRows(cues, format), language: file.captions?.language });
    const text = t("taken", { count: cues.length, name });
    setSaid({ by: "file", tone: "good", text: isGuessed ? `${text} ${t("guessed")}` : text });
  }

  function confirm() {
    if (asking === "discard") {
      keep(stored);
      setProblems({});
      setSaid(null);
    } else if (asking) use(asking.taken);
    setAsking(null);
  }

  async function save() {
    const checked = checkRows(language, rows, file.duration);
    if ("problems" in checked) {
      setProblems(checked.problems);
      const [first = ""] = Object.keys(checked.problems);
      const count = Object.keys(checked.problems).length;
      setSaid({ tone: "wrong", text: t("toCorrect", { count }) });
      if (first === "language") return focusOn(fieldId(languageField));
      const [, index = "0", name = "text"] = first.split(".");
      return focusOn(fieldId(idOf(Number(index), name as keyof CueRow)));
    }
    setBusy(true);
    try {
      await call(saveCaptions, {
        locale,
        params: { id: file.id },
        headers: { "If-Match": String(answer.projectVersion) },
        body: checked.captions,
      });
      const saved = rows.length > 0 ? checked.captions : undefined;
      keep(keptForm(saved));
      forget();
      setSaid({ tone: "good", text: t(saved ? "saved" : "deleted") });
      await reload().catch(() => undefined);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "bad_answer";
      if (code === "not_authenticated") return askSignIn(() => void save());
      setSaid({ tone: "wrong", text: errors(code) });
      await reload().catch(() => undefined);
    } finally {
      setBusy(false);
    }
  }

  function play(row: CueRow) {
    const { current } = player;
    if (!current) return;
    current.currentTime = readTime(row.start) ?? current.currentTime;
    // Playing fails if the browser cannot play the video. The text below the player reports this.
    current.play().catch(() => undefined);
  }

  const inputId = fieldId(`captions.${field}.file`);
  return (
    <div className={styles.editor}>
      <p className={styles.help}>{t("help", { cues: CAPTION_LIMITS.cues })}</p>
      <Preview
        player={player}
        sources={notPlayed(file) ? [rendition, original] : [original, rendition]}
        rows={rows}
      />
      <div className={styles.bar}>
        <input
          type="file"
          id={inputId}
          className={styles.file}
          accept=".vtt,.srt"
          aria-label={t("upload")}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // Clear the input, so that the user can choose the same file again after an error.
            currentTarget.value = "";
          }}
        />
        <label htmlFor={inputId} className={buttonClass({ variant: "secondary", small: true })}>
          <span aria-hidden="true">{t("upload")}</span>
        </label>
        <Button
          small
          variant="secondary"
          onClick={add}
          disabledReason={rows.length >= CAPTION_LIMITS.cues ? t("full") : undefined}
        >
          {t("add")}
        </Button>
        <Result said={said?.by === "file" ? said : null} />
      </div>
      <SelectField
        name={languageField}
        label={t("language")}
        error={problems.language}
        empty={t("chooseLanguage")}
        options={CAPTION_LANGUAGES.map((one) => ({ value: one, label: languageName(locale, one) }))}
        value={language ?? ""}
        onChange={({ currentTarget: { value } }) => {
          const known = CAPTION_LANGUAGES.find((one) => one === value);
          if (known) change({ language: known });
        }}
      />
      {rows.length === 0 ? (
        <p className={styles.help}>{t("empty")}</p>
      ) : (
        <ol className={styles.rows}>
          {rows.map((row, index) => (
            <CueFields
              key={row.key}
              row={row}
              number={index + 1}
              language={language}
              isLast={index === rows.length - 1}
              nameOf={(name) => idOf(index, name)}
              problemOf={(name) => problems[`cues.${index}.${name}`]}
              onChange={(changed) => change({ rows: rows.with(index, { ...row, ...changed }) })}
              onPlay={() => play(row)}
              onSplit={(caret) => {
                const changed = splitRow(rows, index, caret, format);
                if (changed.length === rows.length)
                  return setSaid({ tone: "wrong", text: t("oneWord") });
                change({ rows: changed });
                focusText(index + 1);
              }}
              onMerge={() => {
                change({ rows: mergeRows(rows, index) });
                focusText(index);
              }}
              onDelete={() => {
                change({ rows: rows.toSpliced(index, 1) });
                if (rows.length > 1) focusText(Math.min(index, rows.length - 2));
                else focusOn(inputId);
              }}
            />
          ))}
        </ol>
      )}
      {rows.length > 0 && (
        <ShiftAll
          name={`captions.${field}.shift`}
          rows={rows}
          format={format}
          onShift={(changed) => change({ rows: changed })}
        />
      )}
      <div className={styles.bar}>
        <Button small busy={busy} busyLabel={t("saving")} onClick={() => void save()}>
          {t("save")}
        </Button>
        {isChanged && (
          <Button small variant="secondary" onClick={() => setAsking("discard")}>
            {t("discard")}
          </Button>
        )}
        {isChanged && !said && <span className={styles.help}>{t("unsaved")}</span>}
        <Result said={said?.by === "file" ? null : said} />
      </div>
      {asking && (
        <ConfirmDialog
          title={t(asking === "discard" ? "discardTitle" : "replaceFile")}
          safeLabel={t("keep")}
          confirmLabel={t(asking === "discard" ? "discard" : "replaceFileVerb")}
          onClose={() => setAsking(null)}
          onConfirm={confirm}
        >
          <p>
            {asking === "discard" ? t("discardText") : t("replaceFileText", { count: rows.length })}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function Result({ said }: { said: Said | null }) {
  return (
    <p
      className={styles.said}
      data-tone={said?.tone}
      role={said?.tone === "wrong" ? "alert" : "status"}
    >
      {said?.text}
    </p>
  );
}

/**
 * Shows the video with the text of the current cue. Plays the first source that the browser can play. Only this
 * component renders again while the video plays.
 */
function Preview({
  player,
  sources,
  rows,
}: {
  player: RefObject<HTMLVideoElement | null>;
  sources: readonly string[];
  rows: readonly CueRow[];
}) {
  const t = useTranslations("uploads.captions");
  const [seconds, setSeconds] = useState(0);
  const [failed, setFailed] = useState(0);
  const [tries, setTries] = useState(0);
  const src = sources[failed];
  // A new video is converted some minutes after its upload, so try again until the copy is ready.
  useEffect(() => {
    if (src || tries >= TRIES) return;
    const timer = setTimeout(() => {
      setTries(tries + 1);
      setFailed(0);
    }, RETRY_MS);
    return () => clearTimeout(timer);
  }, [src, tries]);
  if (!src) return <p className={styles.help}>{t("notPlayable")}</p>;
  const shown = rows.filter(
    ({ start, end }) => (readTime(start) ?? 0) <= seconds && seconds < (readTime(end) ?? 0),
  );
  return (
    <div className={styles.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: the text of the captions is below, also before they are saved */}
      <video
        ref={player}
        className={styles.video}
        src={src}
        controls
        preload="metadata"
        aria-label={t("video")}
        onError={() => setFailed(failed + 1)}
        // For an unsupported video, some browsers report no error and play only the sound. The video's width is then 0,
        // so try the next source.
        onLoadedMetadata={({ currentTarget }) => {
          if (currentTarget.videoWidth === 0) setFailed(failed + 1);
        }}
        onTimeUpdate={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
      />
      <p className={styles.preview}>{shown.map(({ text }) => text).join("\n")}</p>
    </div>
  );
}

/** Milliseconds between two attempts to play a video that is being converted, and the maximum number of attempts. */
const RETRY_MS = 15_000;
const TRIES = 40;

/** Returns a function that focuses an element by its id after the next render. */
function useFocusLater(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.focus();
  }, [wanted]);
  return (id) => setWanted({ id });
}

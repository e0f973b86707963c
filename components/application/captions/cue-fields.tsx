"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import controlStyles from "@/components/forms/fields/control.module.css";
import { Field } from "@/components/forms/fields/field";
import { TextField } from "@/components/forms/fields/text-field";
import textButton from "@/components/ui/buttons/text-button.module.css";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { CAPTION_LIMITS } from "@/contract/project/captions";
import type { CueRow } from "@/lib/captions/edit-captions";
import styles from "./captions.module.css";

type Written = "start" | "end" | "text";

/**
 * Edits one caption cue. Pressing Enter in a time field plays the video from the cue, because Enter would otherwise
 * save the surrounding form.
 */
export function CueFields({
  row,
  number,
  language,
  isLast,
  nameOf,
  problemOf,
  onChange,
  onPlay,
  onSplit,
  onMerge,
  onDelete,
}: {
  row: CueRow;
  number: number;
  language: string | undefined;
  isLast: boolean;
  nameOf: (name: Written) => string;
  problemOf: (name: Written) => string | undefined;
  onChange: (changed: Partial<CueRow>) => void;
  onPlay: () => void;
  /** Splits the cue's text. `caret` is the position of the text cursor. */
  onSplit: (caret: number) => void;
  onMerge: () => void;
  onDelete: () => void;
}) {
  const t = useTranslations("uploads.captions");
  const area = useRef<HTMLTextAreaElement>(null);
  const actions: [name: "play" | "split" | "merge" | "remove", act: () => void][] = [
    ["play", onPlay],
    ["split", () => onSplit(area.current?.selectionStart ?? 0)],
    ...(isLast ? [] : [["merge", onMerge] as ["merge", () => void]]),
    ["remove", onDelete],
  ];
  return (
    <li className={styles.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div role="group" aria-label={t("cue", { number })} className={styles.cue}>
        {(["start", "end"] as const).map((name) => (
          <TextField
            key={name}
            name={nameOf(name)}
            label={t(name)}
            error={problemOf(name)}
            value={row[name]}
            autoComplete="off"
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              onPlay();
            }}
          />
        ))}
        <div className={styles.text}>
          <Field
            name={nameOf("text")}
            label={t("text")}
            error={problemOf("text")}
            limit={CAPTION_LIMITS.text}
          >
            {(control) => (
              <textarea
                {...control}
                ref={area}
                className={cx(controlStyles.control, styles.area)}
                rows={2}
                lang={language}
                dir="auto"
                value={row.text}
                onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
              />
            )}
          </Field>
        </div>
        <div className={styles.actions}>
          {actions.map(([name, act]) => (
            <button key={name} type="button" className={textButton.button} onClick={act}>
              {t(name)}
              <VisuallyHidden>{t("ofCue", { number })}</VisuallyHidden>
            </button>
          ))}
        </div>
      </div>
    </li>
  );
}

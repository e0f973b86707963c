"use client";

import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import controlStyles from "@/components/forms/fields/control.module.css";
import { MarkedText } from "@/components/ui/marked-text";
import { languageName } from "@/contract/languages";
import type { Captions } from "@/contract/project/captions";
import { clockWords } from "@/contract/project/file-facts";
import { fold } from "@/contract/text/normalize-text";
import { markedParts } from "@/lib/search/words";
import styles from "./transcript.module.css";

/**
 * Shows the captions of a video as a text that users can search. The text follows the video unless the user searches or
 * has the focus in the text. The Tab key stops once at the text. Arrow keys move between the lines of the text, and
 * Enter moves the video to the time of the focused line.
 *
 * @param current the index of the caption that the video shows, or -1
 */
export function Transcript({
  captions: { language, cues },
  current,
  onSeek,
}: {
  captions: Captions;
  current: number;
  onSeek: (seconds: number) => void;
}) {
  const t = useTranslations("evaluation.files.transcript");
  const locale = useLocale();
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [query, setQuery] = useState("");
  /** The index of the transcript's line that has the focus or had it last. */
  const [focused, setFocused] = useState<number | null>(null);
  const asked = fold(query.trim());
  const shown = cues.flatMap((cue, index) =>
    fold(cue.text).includes(asked) ? [{ ...cue, index }] : [],
  );
  const wanted = focused ?? current;
  const stop = shown.some(({ index }) => index === wanted) ? wanted : shown[0]?.index;

  useEffect(() => {
    const box = list.current;
    const line = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !line || asked || current < 0 || box.contains(document.activeElement)) return;
    // Scroll only the transcript, because scrollIntoView would also scroll the page.
    box.scrollTop = line.offsetTop - (box.clientHeight - line.clientHeight) / 2;
  }, [current, asked]);

  function move(event: KeyboardEvent<HTMLOListElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const lines = [...event.currentTarget.querySelectorAll("button")];
    const at = lines.indexOf(document.activeElement as HTMLButtonElement);
    lines[at + step]?.focus();
    event.preventDefault();
  }

  return (
    <section className={styles.transcript} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h4 className={styles.title} id={`${id}-title`}>
          {t("title", { language: languageName(locale, language) })}
        </h4>
        <label className={styles.search}>
          <span>{t("search")}</span>
          <input
            type="search"
            className={controlStyles.control}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </label>
      </div>
      <output className={styles.found}>{asked && t("found", { count: shown.length })}</output>
      {shown.length > 0 && (
        <ol
          ref={list}
          className={styles.lines}
          onKeyDown={move}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setFocused(null);
          }}
        >
          {shown.map(({ index, start, text }) => (
            <li key={index} aria-current={index === current ? "true" : undefined}>
              <button
                type="button"
                className={styles.line}
                tabIndex={index === stop ? 0 : -1}
                onFocus={() => setFocused(index)}
                onClick={() => onSeek(start)}
              >
                <span className={styles.time}>{clockWords(Math.floor(start))}</span>
                <span className={styles.text} lang={language} dir="auto">
                  <MarkedText parts={markedParts(text, [asked])} className={styles.hit} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

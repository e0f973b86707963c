"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import { TextArea } from "@/components/forms/fields/text-area";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import type { FieldErrors } from "@/contract/errors";
import { NAME_MAX, TEXT_MAX } from "@/contract/fields";
import { LANGUAGES, type Language } from "@/contract/languages";
import {
  PLACEHOLDERS,
  type Placeholder,
  parsePlaceholders,
  placeholderIn,
} from "@/contract/staff/letter-placeholders";
import {
  type Audience,
  type LetterText,
  type LetterTexts,
  letterField,
} from "@/contract/staff/letters";
import { cleanLine } from "@/contract/text/clean-text";
import styles from "./letters.module.css";

/** For each kind of recipient, the placeholders that have a value. */
const OFFERED: Record<Audience, readonly Placeholder[]> = {
  applications: PLACEHOLDERS,
  people: PLACEHOLDERS,
  // A letter to evaluators offers no placeholder for a project or a stage, because an evaluator has neither.
  evaluators: ["name", "deadline", "link"],
};

/** Reports whether a letter's subject and text are filled in a language. */
export const hasWords = (texts: LetterTexts, language: Language) =>
  cleanLine(texts[language].subject) !== "" && cleanLine(texts[language].text) !== "";

/** Returns the mistakes in the placeholders of a letter's subject and text in one language. */
const mistakesIn = ({ subject, text }: LetterText) =>
  [subject, text].flatMap((one) => parsePlaceholders(one).mistakes);

/** Reports whether a letter has a mistake in a placeholder, in any language. */
export const hasMistake = (texts: LetterTexts) =>
  LANGUAGES.some((language) => mistakesIn(texts[language]).length > 0);

/**
 * Renders a letter's subject and text in each language, with the number of recipients in that language and buttons that
 * insert placeholders.
 *
 * @param readers the numbers of recipients by language; null until the recipients are counted
 */
export function LetterFields({
  audience,
  texts,
  onChange,
  readers,
  errors,
}: {
  audience: Audience;
  texts: LetterTexts;
  onChange: (texts: LetterTexts) => void;
  readers: readonly { language: Language; count: number }[] | null;
  errors: FieldErrors;
}) {
  const t = useTranslations("staff.letters");
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: "language" });
  return LANGUAGES.map((language) => {
    const name = names.of(language) ?? language;
    const count = readers?.find((one) => one.language === language)?.count ?? 0;
    return (
      <LanguageFields
        key={language}
        {...{ language, name, errors }}
        offered={OFFERED[audience]}
        readers={readers && t("readers", { count })}
        texts={texts[language]}
        onChange={(own) => onChange({ ...texts, [language]: own })}
      />
    );
  });
}

function LanguageFields({
  language,
  name,
  offered,
  readers,
  texts,
  onChange,
  errors,
}: {
  language: Language;
  name: string;
  offered: readonly Placeholder[];
  readers: string | null;
  texts: LetterText;
  onChange: (texts: LetterText) => void;
  errors: FieldErrors;
}) {
  const t = useTranslations("staff.letters");
  const box = useRef<HTMLDivElement>(null);
  const part = useRef<keyof LetterText>("text");
  const mistakes = mistakesIn(texts);
  const field = (one: keyof LetterText) => {
    // Hide the server's error about a placeholder, because the page's own list of mistakes is more precise.
    const error = errors[letterField(language, one)];
    return {
      name: letterField(language, one),
      lang: language,
      value: texts[one],
      error: error === "invalid_placeholder" && mistakes.length > 0 ? undefined : error,
      onFocus: () => {
        part.current = one;
      },
      onChange: ({ target }: { target: { value: string } }) =>
        onChange({ ...texts, [one]: target.value }),
    };
  };
  /** Inserts a placeholder at the cursor of the field that the staff member edited last. */
  function insert(placeholder: Placeholder) {
    const one = part.current;
    const control = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      `[name="${letterField(language, one)}"]`,
    );
    const word = placeholderIn(language, placeholder);
    const value = texts[one];
    const start = control?.selectionStart ?? value.length;
    const end = control?.selectionEnd ?? value.length;
    onChange({ ...texts, [one]: value.slice(0, start) + word + value.slice(end) });
    requestAnimationFrame(() => {
      control?.focus();
      control?.setSelectionRange(start + word.length, start + word.length);
    });
  }
  return (
    <div ref={box} className={styles.language}>
      <p className={styles.readers}>
        <strong>{t("inLanguage", { language: name })}</strong> {readers}
      </p>
      <TextField
        {...field("subject")}
        label={t("subject", { language: name })}
        maxLength={NAME_MAX}
        autoComplete="off"
      />
      <TextArea
        {...field("text")}
        label={t("text", { language: name })}
        note={t("textHelp")}
        rows={7}
        limit={TEXT_MAX}
      />
      <fieldset className={styles.placeholders}>
        <legend>{t("insert", { language: name })}</legend>
        {offered.map((one) => (
          <Button key={one} small variant="secondary" onClick={() => insert(one)}>
            {t(`placeholder.${one}`)}
          </Button>
        ))}
      </fieldset>
      {mistakes.length > 0 && (
        <div role="alert">
          <ul className={styles.mistakes}>
            {mistakes.map(({ mistake, at }) => (
              <li key={`${mistake} ${at}`}>
                {t(`mistake.${mistake}`, {
                  at,
                  known: offered.map((one) => placeholderIn(language, one)).join(" "),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

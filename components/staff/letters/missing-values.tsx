"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import type { AnswerOf } from "@/contract/endpoint";
import { LANGUAGES, type Language } from "@/contract/languages";
import {
  type Placeholder,
  placeholderIn,
  placeholdersIn,
  withFallback,
} from "@/contract/staff/letter-placeholders";
import type { LetterTexts, previewLetter } from "@/contract/staff/letters";
import styles from "./letters.module.css";

type Missing = AnswerOf<typeof previewLetter>["missing"];

/**
 * Shows which placeholders have no value for some recipients. These recipients get no email, unless staff enter a
 * substitute text. The substitute text is added to every use of the placeholder.
 */
export function MissingValues({
  missing,
  texts,
  onTexts,
}: {
  missing: Missing;
  texts: LetterTexts;
  onTexts: (texts: LetterTexts) => void;
}) {
  const t = useTranslations("staff.letters");
  if (missing.length === 0) return null;
  return (
    <section className={styles.missing} aria-label={t("missingTitle")}>
      {missing.map(({ placeholder, replaced, skipped }) => (
        <div key={placeholder} className={styles.missingOne}>
          <p role="status">
            {t("missing", { what: t(`placeholder.${placeholder}`), skipped, replaced })}
          </p>
          {skipped > 0 &&
            LANGUAGES.filter((language) => isUnfilled(texts, language, placeholder)).map(
              (language) => (
                <Fallback
                  key={language}
                  {...{ placeholder, language }}
                  onUse={(words) =>
                    onTexts({
                      ...texts,
                      [language]: {
                        subject: withFallback(texts[language].subject, placeholder, words),
                        text: withFallback(texts[language].text, placeholder, words),
                      },
                    })
                  }
                />
              ),
            )}
        </div>
      ))}
    </section>
  );
}

/** Reports whether a letter's text in one language uses a placeholder without a substitute for a missing value. */
const isUnfilled = (texts: LetterTexts, language: Language, placeholder: Placeholder) =>
  placeholdersIn(texts[language].subject, texts[language].text).some(
    (one) => one.placeholder === placeholder && !one.filled,
  );

function Fallback({
  placeholder,
  language,
  onUse,
}: {
  placeholder: Placeholder;
  language: Language;
  onUse: (words: string) => void;
}) {
  const t = useTranslations("staff.letters");
  const names = new Intl.DisplayNames(useLocale(), { type: "language" });
  const [words, setWords] = useState("");
  return (
    <div className={styles.fallback}>
      <TextField
        name={`fallback.${language}.${placeholder}`}
        label={t("fallback", {
          placeholder: placeholderIn(language, placeholder),
          language: names.of(language) ?? language,
        })}
        lang={language}
        maxLength={80}
        autoComplete="off"
        value={words}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        onChange={({ target }) => setWords(target.value)}
      />
      <Button
        small
        variant="secondary"
        disabledReason={words.trim() === "" ? t("fallbackEmpty") : undefined}
        onClick={() => onUse(words)}
      >
        {t("useFallback")}
      </Button>
    </div>
  );
}

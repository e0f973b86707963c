"use client";

import { useLocale, useTranslations } from "next-intl";
import { TextArea } from "@/components/forms/fields/text-area";
import { TextField } from "@/components/forms/fields/text-field";
import type { FieldErrors } from "@/contract/errors";
import { NAME_MAX, TEXT_MAX } from "@/contract/fields";
import { LANGUAGES, type Language } from "@/contract/languages";
import { type LetterTexts, letterField } from "@/contract/staff/letters";
import { cleanLine } from "@/contract/text/clean-text";
import styles from "./letters.module.css";

/** Reports whether subject and text of a language are filled. */
export const hasWords = (texts: LetterTexts, language: Language) =>
  cleanLine(texts[language].subject) !== "" && cleanLine(texts[language].text) !== "";

/**
 * Renders subject and text in each language, with the number of recipients in that language.
 *
 * @param readers null until the recipients are counted
 */
export function LetterFields({
  texts,
  onChange,
  readers,
  errors,
}: {
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
    const field = (part: "subject" | "text") => ({
      name: letterField(language, part),
      lang: language,
      value: texts[language][part],
      error: errors[letterField(language, part)],
      onChange: ({ target }: { target: { value: string } }) =>
        onChange({ ...texts, [language]: { ...texts[language], [part]: target.value } }),
    });
    return (
      <div key={language} className={styles.language}>
        <p className={styles.readers}>
          <strong>{t("inLanguage", { language: name })}</strong>{" "}
          {readers && t("readers", { count })}
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
      </div>
    );
  });
}

import { numberFormat } from "@/contract/number-format";
import { MOROCCO_GRANT } from "@/contract/programme";
import words from "./local-words.json";
import styles from "./local-words.module.css";

/**
 * Languages of the countries of the programmes abroad. Only a summary of a programme is translated into these
 * languages, not the whole site.
 */
type LocalLanguage = keyof typeof words;

/** The locale of each language for writing numbers in the summary. Morocco writes Arabic with European digits. */
const REGIONS: Record<LocalLanguage, string> = { fr: "fr-MA", ar: "ar-MA", tr: "tr-TR" };

/**
 * Summarizes a programme abroad in a language of its country, for readers without Italian or English.
 *
 * @param address the email address of the programme, which answers in this language
 */
export function LocalWords({ language, address }: { language: LocalLanguage; address: string }) {
  const { name, text } = words[language];
  const grant = numberFormat(REGIONS[language]).format(MOROCCO_GRANT);
  const [before, after] = text.replace("{grant}", grant).split("{address}");
  return (
    <div className={styles.words} lang={language} dir={language === "ar" ? "rtl" : "ltr"}>
      <h3 className={styles.name}>{name}</h3>
      <p>
        {before}
        {/* An email address reads from left to right in every language. */}
        <a href={`mailto:${address}`} dir="ltr">
          {address}
        </a>
        {after}
      </p>
    </div>
  );
}

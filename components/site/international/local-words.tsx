import { numberFormat } from "@/contract/number-format";
import { MOROCCO_GRANT } from "@/contract/programme";
import { ABROAD, type AbroadLanguage } from "@/lib/site/abroad";
import styles from "./local-words.module.css";

/**
 * Summarizes a programme in a language of its country, for readers without Italian or English.
 *
 * @param address the email address of the programme, which answers in this language
 */
export function LocalWords({ language, address }: { language: AbroadLanguage; address: string }) {
  const { name, text, dir, region } = ABROAD[language];
  const grant = numberFormat(region).format(MOROCCO_GRANT);
  const [before, after] = text.replace("{grant}", grant).split("{address}");
  return (
    <div className={styles.words} lang={language} dir={dir}>
      <h3 className={styles.name}>{name}</h3>
      <p>
        {before}
        {/* The address reads from left to right in every language. */}
        <a href={`mailto:${address}`} dir="ltr">
          {address}
        </a>
        {after}
      </p>
    </div>
  );
}

import { useTranslations } from "next-intl";
import type { Question } from "@/lib/site/questions";
import styles from "./faq.module.css";
import { JsonLd } from "./json-ld";
import { OpenAnswer } from "./open-answer";

/**
 * Questions that open one by one, in their native element; also as structured data. An address names an
 * answer: what it points to lies inside the element, so a browser opens it, with or without scripts.
 */
export function Faq({ questions }: { questions: readonly Question[] }) {
  const t = useTranslations("call.faq");
  if (questions.length === 0) return null;
  return (
    <section className={styles.faq} aria-labelledby="faq">
      <div className={styles.inner}>
        <h2 id="faq" className={styles.title}>
          {t("title")}
        </h2>
        <div className={styles.list}>
          {questions.map(({ id, question, answer }) => (
            <details key={id} className={styles.entry}>
              <summary className={styles.question}>
                <h3 className={styles.words}>{question}</h3>
                <span className={styles.mark} aria-hidden="true" />
              </summary>
              <div
                id={id}
                className={styles.answer}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned where it is read
                dangerouslySetInnerHTML={{ __html: answer }}
              />
            </details>
          ))}
        </div>
      </div>
      <OpenAnswer />
      <JsonLd
        data={{
          "@type": "FAQPage",
          mainEntity: questions.map(({ question, answer }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: answer },
          })),
        }}
      />
    </section>
  );
}

import { useTranslations } from "next-intl";
import { SideGroup } from "@/components/ui/page/side-group";
import type { Question, QuestionGroup } from "@/lib/site/questions";
import { CopyLink } from "./copy-link";
import styles from "./faq.module.css";
import { JsonLd } from "./json-ld";
import { OpenAnswer } from "./open-answer";

/**
 * Renders questions in native `<details>` elements, in groups, and as structured data. Each question's id is inside its
 * `<details>` element, so that a browser opens the question named by the URL's hash, even without scripts.
 */
export function Faq({ groups }: { groups: readonly QuestionGroup[] }) {
  const t = useTranslations("call.faq");
  const questions = groups.flatMap((group) => group.questions);
  if (questions.length === 0) return null;
  return (
    <section className={styles.faq} aria-labelledby="faq">
      <div className={styles.inner}>
        <h2 id="faq" className={styles.title}>
          {t("title")}
        </h2>
        {groups.map(({ title, questions: own }) => (
          <SideGroup key={own[0]?.id} heading={title && <h3>{title}</h3>}>
            {own.map((question) => (
              <Entry key={question.id} {...question} Heading={title ? "h4" : "h3"} />
            ))}
          </SideGroup>
        ))}
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

/** Renders a question, its answer, and a button that copies the answer's link. */
function Entry({ id, question, answer, Heading }: Question & { Heading: "h3" | "h4" }) {
  const t = useTranslations("call.faq");
  const words = { copy: t("copy"), copied: t("copied"), notCopied: t("notCopied") };
  return (
    <details className={styles.entry}>
      <summary className={styles.question}>
        <Heading className={styles.words}>{question}</Heading>
        <span className={styles.mark} aria-hidden="true" />
      </summary>
      <div id={id} className={styles.answer}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned where it is read */}
        <div className={styles.text} dangerouslySetInnerHTML={{ __html: answer }} />
        <CopyLink id={id} words={words} />
      </div>
    </details>
  );
}

import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Ordinal } from "@/components/ui/figures/ordinal";
import { listIn } from "@/contract/languages";
import { STEP_MINUTES } from "@/contract/programme";
import { fileRule } from "@/contract/project/file-rules";
import { FILE_FIELDS, fieldsOf, ruleOf, STEPS } from "@/contract/project/project-fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./how-to-apply.module.css";

/** Documents that applicants accept, and the criteria of the evaluation. */
const DOCUMENTS = ["rules", "privacyNotice", "criteria"] as const;

/** An article to read before applying. */
export type Reading = { href: string; title: string; text: string; lang?: string | undefined };

/**
 * Shows how to apply: the steps with their content and duration, the required files with their limits, and the documents
 * of the call.
 *
 * @param documents URLs of PDFs in the page's language
 * @param reading articles about preparing an application
 */
export function HowToApply({
  documents,
  reading,
}: {
  documents: Record<(typeof DOCUMENTS)[number], string>;
  reading: readonly Reading[];
}) {
  const t = useTranslations("call.how");
  const uploads = useTranslations("uploads");
  const steps = useTranslations("steps.title");
  const fields = useTranslations("fields.name");
  const policy = useTranslations("policy");
  const locale = useLocale();
  return (
    <section className={styles.how} aria-labelledby="how">
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2 id="how">{t("title")}</h2>
          <p className={styles.text}>{t("text", FIGURES)}</p>
        </div>
        <ol className={styles.steps}>
          {STEPS.map((step, index) => (
            <li key={step} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                <Ordinal number={index + 1} />
              </span>
              <h3 className={styles.name}>{steps(step)}</h3>
              <p>{t("required", { count: requiredIn(step) })}</p>
              <p>{t("minutes", { minutes: STEP_MINUTES[step] })}</p>
            </li>
          ))}
        </ol>
        <div className={styles.head}>
          <h2>{t("prepare")}</h2>
          <p className={styles.text}>{t("prepareText")}</p>
        </div>
        <dl className={styles.files}>
          {FILE_FIELDS.map((field) => (
            <div key={field} className={styles.file}>
              <dt>
                {fields(field)}
                {!ruleOf(field).required && (
                  <span className={styles.optional}> {t("optional")}</span>
                )}
              </dt>
              <dd>
                {uploads(`rule.${field}`, {
                  ...FIGURES,
                  formats: listIn(locale, fileRule(field).extensions, "disjunction"),
                })}
              </dd>
            </div>
          ))}
        </dl>
        {reading.length > 0 && (
          <div className={styles.file}>
            <h3 className={styles.label}>{t("reading")}</h3>
            <ul className={styles.links}>
              {reading.map(({ href, title, text, lang }) => (
                <li key={href} lang={lang}>
                  <GoLink component={PageLink} href={href} prefetch={false}>
                    {title}
                  </GoLink>
                  <p>{text}</p>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className={styles.file}>
          <h3 className={styles.label}>{t("documents")}</h3>
          <ul className={styles.links}>
            {DOCUMENTS.map((name) => (
              <li key={name}>
                <GoLink href={documents[name]}>{policy(name)}</GoLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

function requiredIn(step: (typeof STEPS)[number]): number {
  return fieldsOf(step).filter((field) => ruleOf(field).required).length;
}

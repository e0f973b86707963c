import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EnglishNames } from "@/components/ui/english-names";
import { Ordinal } from "@/components/ui/figures/ordinal";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { TEXT_MAX } from "@/contract/fields";
import { listIn } from "@/contract/languages";
import { STEP_MINUTES } from "@/contract/programme";
import { fileRule } from "@/contract/project/file-rules";
import { FILE_FIELDS, fieldsOf, ruleOf, STEPS, type Step } from "@/contract/project/project-fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "./how-to-apply.module.css";

/**
 * PDF documents of the call: the rules, the privacy notice, and the evaluation criteria. Applicants accept the rules
 * and the privacy notice.
 */
const DOCUMENTS = ["rules", "privacyNotice", "criteria"] as const;

/** An article that helps applicants with a step of the application. */
export type Reading = { step: Step; href: string; title: string; lang?: string | undefined };

/**
 * Shows how to apply in one table: time, required content, limits, and recommended articles of each step. The documents
 * of the call follow the table.
 *
 * @param documents URLs of PDFs in the page's language
 */
export function HowToApply({
  documents,
  reading,
}: {
  documents: Record<(typeof DOCUMENTS)[number], string>;
  reading: readonly Reading[];
}) {
  const t = useTranslations("call.how");
  const steps = useTranslations("steps");
  const policy = useTranslations("policy");
  return (
    <section className={styles.how} aria-labelledby="how">
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2 id="how">{t("title")}</h2>
          <p>{t("text", FIGURES)}</p>
        </div>
        <table className={styles.steps}>
          <VisuallyHidden as="caption">{t("caption")}</VisuallyHidden>
          <thead>
            <tr>
              {(["step", "time", "needs", "limits", "reading"] as const).map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {STEPS.map((step, index) => (
              <tr key={step}>
                <th scope="row">
                  <span className={styles.name}>
                    <Ordinal number={index + 1} /> <span>{steps(`short.${step}`)}</span>
                  </span>
                </th>
                <td>{t("minutes", { minutes: STEP_MINUTES[step] })}</td>
                <td>
                  <EnglishNames text={t(`needsIn.${step}`)} />{" "}
                  {t("required", { count: requiredIn(step) })}
                </td>
                <td>
                  {step === "documents" ? (
                    <FileLimits />
                  ) : (
                    t(`limitsIn.${step}`, { ...FIGURES, characters: TEXT_MAX })
                  )}
                </td>
                <td>
                  <ul className={styles.reading}>
                    {reading
                      .filter((article) => article.step === step)
                      .map(({ href, title, lang }) => (
                        <li key={href} lang={lang}>
                          <PageLink href={href} prefetch={false}>
                            {title}
                          </PageLink>
                        </li>
                      ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <ul className={styles.links} aria-label={t("documents")}>
          {DOCUMENTS.map((name) => (
            <li key={name}>
              <GoLink href={documents[name]}>{policy(name)}</GoLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Lists the allowed formats and the limits, such as the size, of each uploaded file. */
function FileLimits() {
  const t = useTranslations("call.how");
  const uploads = useTranslations("uploads");
  const fields = useTranslations("fields.name");
  const locale = useLocale();
  return (
    <dl>
      {FILE_FIELDS.map((field) => (
        <div key={field} className={styles.file}>
          <dt>
            {fields(field)}
            {!ruleOf(field).required && <span className={styles.optional}> {t("optional")}</span>}
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
  );
}

function requiredIn(step: Step): number {
  return fieldsOf(step).filter((field) => ruleOf(field).required).length;
}

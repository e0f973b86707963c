"use client";

import { useLocale, useTranslations } from "next-intl";
import { Ordinal } from "@/components/ui/figures/ordinal";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { isFilled } from "@/contract/project/progress";
import { getProjectFile } from "@/contract/project/project";
import {
  fieldsOf,
  isFileField,
  isTextField,
  PROJECT_FIELDS,
  type ProjectField,
  ruleOf,
  STEPS,
  type Step,
  type TextField,
} from "@/contract/project/project-fields";
import { hrefOf } from "@/lib/api/client";
import { Link } from "@/lib/i18n/navigation";
import { useApplication } from "../application-context";
import { useFieldMessages, useShownValue } from "../field-messages";
import { addressOfField } from "../gaps";
import { MemberRow } from "../steps/member-row";
import { useUploadMessages } from "../upload/upload-messages";
import styles from "./review.module.css";

/**
 * Shows one step of the application as evaluators read it: each field with its answer. While the application can
 * change, a missing required field has a link to the form.
 */
export function ReviewSection({ step }: { step: Step }) {
  const t = useTranslations("steps");
  const review = useTranslations("project.review");
  const words = useFieldMessages();
  const { answer, closed } = useApplication();
  const { project } = answer;

  function isShown(field: ProjectField): boolean {
    const { shownWith } = ruleOf(field);
    return !shownWith || project[shownWith.field as TextField] === shownWith.value;
  }

  /**
   * Returns the text for an empty read-only field. Before applications open, the text states whether the field is
   * required.
   */
  function absence(field: ProjectField) {
    const { required } = PROJECT_FIELDS[field];
    if (closed === "not_yet_open") return required ? "required" : "optional";
    return required ? "gapClosed" : "none";
  }

  return (
    <section aria-labelledby={`review-${step}`}>
      <header className={styles.sectionHead}>
        <h2 id={`review-${step}`} className={styles.sectionTitle}>
          <Ordinal number={STEPS.indexOf(step) + 1} />
          {t(`title.${step}`)}
        </h2>
        {!closed && (
          <Link
            href={`/dashboard/project/${step}`}
            prefetch={false}
            aria-describedby={`review-${step}`}
          >
            {review("edit")}
          </Link>
        )}
      </header>
      <dl>
        {fieldsOf(step)
          .filter(isShown)
          .map((field) => (
            <div key={field} className={styles.answer} data-kind={PROJECT_FIELDS[field].kind}>
              <dt>{words.label(field)}</dt>
              <dd>
                {isFilled(project[field]) ? (
                  <Answer field={field} />
                ) : PROJECT_FIELDS[field].required && !closed ? (
                  <Gap field={field} />
                ) : (
                  <span className={styles.none}>{review(absence(field))}</span>
                )}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Gap({ field }: { field: ProjectField }) {
  const t = useTranslations("project.review");
  const words = useFieldMessages();
  return (
    <Link className={styles.gap} href={addressOfField(field)} prefetch={false}>
      {t("gap")}
      <VisuallyHidden>{` ${words.name(field)}`}</VisuallyHidden>
    </Link>
  );
}

function Answer({ field }: { field: ProjectField }) {
  const locale = useLocale();
  const { answer } = useApplication();
  const shown = useShownValue();
  const uploads = useUploadMessages();
  if (isFileField(field)) {
    const file = answer.project[field];
    if (!file) return null;
    return (
      <>
        <a href={hrefOf(getProjectFile, { locale, params: { id: file.id } })} download>
          {file.name}
        </a>
        <span className={styles.detail}>{uploads.about(file)}</span>
      </>
    );
  }
  if (!isTextField(field)) {
    return (
      <ol className={styles.team}>
        {answer.project[field].map((member, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: members have no identity but their place
          <MemberRow key={index} member={member} number={index + 1} disabled />
        ))}
      </ol>
    );
  }
  const value = shown(field, answer.project[field]);
  if (ruleOf(field).kind === "url")
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {value}
      </a>
    );
  return <span className={styles.text}>{value}</span>;
}

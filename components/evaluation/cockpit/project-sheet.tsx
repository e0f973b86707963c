import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import {
  type FieldRule,
  fieldsOf,
  isFileField,
  isTextField,
  ruleOf,
  STEPS,
  type Step,
  TEXT_FIELDS,
  type TextField,
} from "@/contract/project/project-fields";
import { dated } from "@/lib/i18n/is-elided";
import { useDates } from "../use-dates";
import { Changed } from "./changed";
import { Hints } from "./hints";
import { ProjectFiles } from "./project-files";
import styles from "./project-sheet.module.css";

/** Where the reading of a project begins. */
export const SHEET_TITLE = "project-title";
/** Where the scores are given: on a small screen, under everything there is to read. */
export const SCORES = "scores";
/** What the head of the sheet shows. */
const HEAD: readonly FieldRule["read"][] = ["title", "tag"];

const TAGS = TEXT_FIELDS.filter((field) => ruleOf(field).read === "tag");

function optionsOf(field: TextField): readonly string[] {
  const rule = ruleOf(field);
  return rule.kind === "choice" ? rule.options : [];
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The word of an option's value. */
function useOptionWord() {
  const options = useTranslations("options");
  return (value: string) => (value ? options(value as "yes") : "");
}

/** A tag in words; one that several lists have ("Other") says what of. */
function useTag(project: ProjectForEvaluation["project"]) {
  const t = useTranslations("evaluation.sheet");
  const names = useTranslations("fields.short");
  const word = useOptionWord();
  return (field: TextField) => {
    const value = word(project[field]);
    const isShared = TAGS.filter((tag) => optionsOf(tag).some((o) => word(o) === value)).length > 1;
    return isShared ? t("tag", { name: names(field), value }) : value;
  };
}

/** A written answer in words: options by their name, links to follow, texts in paragraphs. */
function Written({ field, value }: { field: TextField; value: string }) {
  const word = useOptionWord();
  const { kind } = ruleOf(field);
  if (kind === "url") {
    return (
      <a href={value} rel="noreferrer noopener" target="_blank">
        {value}
      </a>
    );
  }
  const text = kind === "choice" ? word(value) : value;
  return text.split(/\n+/).map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

/** One written answer under its name, and what it said before, if the project was sent again. */
function Answer({ field, value, before }: { field: TextField; value: string; before?: string }) {
  const t = useTranslations("evaluation.sheet");
  const names = useTranslations("fields.short");
  return (
    <div className={styles.answer}>
      <dt>
        {names(field)}
        {before !== undefined && <Changed />}
      </dt>
      <dd>
        <Written field={field} value={value} />
        {before !== undefined && (
          <details className={styles.before}>
            <summary>{t("earlier")}</summary>
            {before ? <Written field={field} value={before} /> : <p>{t("earlierNone")}</p>}
          </details>
        )}
      </dd>
    </div>
  );
}

function Team({ team }: { team: ProjectForEvaluation["project"]["team"] }) {
  return (
    <ol className={styles.team}>
      {team.map((member) => (
        <li key={`${member.name} ${member.role}`}>
          <p className={styles.member}>{member.name}</p>
          <p>{member.role}</p>
        </li>
      ))}
    </ol>
  );
}

/** What was answered in one step; title and tags stand at the head of the sheet. */
function StepAnswers({ step, evaluated }: { step: Step; evaluated: ProjectForEvaluation }) {
  const { project, before } = evaluated;
  const fields = fieldsOf(step);
  const answers = fields
    .filter(isTextField)
    .filter((field) => !HEAD.includes(ruleOf(field).read) && !ruleOf(field).private)
    // An answer that was taken away is a change too.
    .filter((field) => project[field] !== "" || before[field] !== undefined);
  return (
    <>
      {answers.length > 0 && (
        <dl>
          {answers.map((field) => (
            <Answer key={field} field={field} value={project[field]} before={before[field]} />
          ))}
        </dl>
      )}
      {fields.some(isFileField) && <ProjectFiles evaluated={evaluated} />}
      {fields.includes("team") && before.team && <Changed />}
      {fields.includes("team") && <Team team={project.team} />}
    </>
  );
}

/** The left half of the cockpit: the version that was sent, on a white sheet, to be read. */
export function ProjectSheet({
  evaluated,
  children,
}: {
  evaluated: ProjectForEvaluation;
  /** Shown above the title. */
  children?: ReactNode;
}) {
  const t = useTranslations("evaluation.sheet");
  const { day } = useDates();
  const { project, before, sent_at } = evaluated;
  const tagOf = useTag(project);
  const tags = TAGS.filter((field) => project[field]);

  return (
    <article className={styles.sheet} data-theme="light">
      {children}
      <h1 id={SHEET_TITLE} className={styles.title} tabIndex={-1}>
        {project.nome}
      </h1>
      {before.nome !== undefined && (
        <p>
          <Changed /> {t("tag", { name: t("earlier"), value: before.nome })}
        </p>
      )}
      <ul className={styles.tags}>
        {tags.map((field) => (
          <li key={field}>
            {tagOf(field)}
            {before[field] !== undefined && <Changed />}
          </li>
        ))}
        <li className={styles.sent}>{t("sent", dated("date", day(sent_at)))}</li>
      </ul>
      {!evaluated.closed && evaluated.evaluation?.recusal == null && (
        <Hints hints={evaluated.hints} />
      )}
      <div className={styles.sections}>
        <TabRow label={t("sections")}>
          <TabLink href={`#${SCORES}`}>{t("section.scores")}</TabLink>
          {STEPS.map((step) => (
            <TabLink key={step} href={`#${step}`}>
              {t(`section.${step}`)}
            </TabLink>
          ))}
        </TabRow>
      </div>
      {STEPS.map((step) => (
        <Section key={step} id={step} title={t(`section.${step}`)}>
          <StepAnswers step={step} evaluated={evaluated} />
        </Section>
      ))}
    </article>
  );
}

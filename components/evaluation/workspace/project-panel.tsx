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
import { SCORES } from "../evaluation-state";
import { useDates } from "../use-dates";
import { Changed } from "./changed";
import { Hints } from "./possible-conflicts";
import { ProjectFiles } from "./project-files";
import styles from "./project-panel.module.css";

/** The id of the project's title, where reading starts. */
export const SHEET_TITLE = "project-title";
/** The fields in the head of the project. */
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

/** Returns a function that returns the label of an option's value. */
function useOptionWord() {
  const options = useTranslations("options");
  return (value: string) => (value ? options(value as "yes") : "");
}

/** Returns a function that returns a tag's label. A label that several lists share ("Other") also names its field. */
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

/** Shows an answer: options by label, URLs as links, texts as paragraphs. */
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

/** Shows an answer under its field's name, with the former answer if the project was resubmitted with a change. */
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

/** Shows the answers of one step. The title and tags are in the head of the project. */
function StepAnswers({ step, evaluated }: { step: Step; evaluated: ProjectForEvaluation }) {
  const { project, before } = evaluated;
  const fields = fieldsOf(step);
  const answers = fields
    .filter(isTextField)
    .filter((field) => !HEAD.includes(ruleOf(field).read) && !ruleOf(field).private)
    // A removed answer is also a change.
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

/** Renders the left half of the workspace: the sent version of the project, on white, for reading. */
export function ProjectPanel({
  evaluated,
  children,
}: {
  evaluated: ProjectForEvaluation;
  /** Content above the title. */
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

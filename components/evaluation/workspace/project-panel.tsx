import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Answers, useOptionWord } from "@/components/submission/answers";
import { Changed } from "@/components/submission/changed";
import { fileSource } from "@/components/submission/file-source";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { getDossier, getEvaluationFile } from "@/contract/evaluation/evaluations";
import { ruleOf, STEPS, TEXT_FIELDS, type TextField } from "@/contract/project/project-fields";
import { dated } from "@/lib/i18n/is-elided";
import { SCORES } from "../evaluation-state";
import { useDates } from "../use-dates";
import { Hints } from "./possible-conflicts";
import styles from "./project-panel.module.css";

/**
 * The HTML id of the project's title. When a project opens, its title gets the focus, so that screen readers begin
 * there.
 */
export const SHEET_TITLE = "project-title";

const TAGS = TEXT_FIELDS.filter((field) => ruleOf(field).read === "tag");

function optionsOf(field: TextField): readonly string[] {
  const rule = ruleOf(field);
  return rule.kind === "choice" ? rule.options : [];
}

/**
 * Returns a function that returns the label of a project's tag. A label that several lists share ("Other") also names
 * its field.
 */
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

/** Renders the left half of the evaluation workspace: the sent version of the project, for reading. */
export function ProjectPanel({
  evaluated,
  children,
}: {
  evaluated: ProjectForEvaluation;
  /** Content above the project's title. */
  children?: ReactNode;
}) {
  const t = useTranslations("evaluation.sheet");
  const { day } = useDates();
  const dossier = useTranslations("evaluation.dossier");
  const locale = useLocale();
  const { id, number, project, language, before, sent_at } = evaluated;
  const round = evaluated.round?.number;
  const tagOf = useTag(project);
  const tags = TAGS.filter((field) => project[field]);

  return (
    <article className={styles.sheet} data-theme="light">
      {children}
      <h1 id={SHEET_TITLE} className={styles.title} lang={language} tabIndex={-1}>
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
      <Answers
        {...{ project, before, language }}
        files={{
          sourceOf: ({ id: fileId }) =>
            fileSource(getEvaluationFile, { locale, params: { id, fileId } }),
          renditions: evaluated.renditions,
          dossier: {
            name: `${number}.pdf`,
            text: dossier("text"),
            load: fileSource(getDossier, { locale, params: { id }, query: { round } }).load,
          },
        }}
      />
    </article>
  );
}

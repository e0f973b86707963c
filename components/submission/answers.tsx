import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  type FieldRule,
  fieldsOf,
  isFileField,
  isTextField,
  ruleOf,
  STEPS,
  type Step,
  type TextField,
} from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";
import { messageOr } from "@/lib/i18n/message-of";
import styles from "./answers.module.css";
import { Changed } from "./changed";
import { type Files, SubmissionFiles } from "./submission-files";

/** Kinds of answers that the evaluators' page shows in its head, and therefore not in the list of answers. */
const HEAD: readonly FieldRule["read"][] = ["title", "tag"];

type Submission = {
  project: Project;
  /** The answers of an earlier submission that differ from the shown submission. */
  before: Partial<Project>;
  files: Files;
  /** Language of the answers. */
  language: string;
  /**
   * Present only if staff read the submission: the programme's name, for the labels of options. Staff see every answer
   * here. Evaluators see no private answers (rule evaluation.private), and see the title and tags in the head of their
   * page instead.
   */
  staff?: { programme: string };
};

/** Shows the answers of a submission, step by step. */
export function Answers(submission: Submission) {
  const t = useTranslations("evaluation.sheet");
  return STEPS.map((step) => (
    <section key={step} className={styles.section} aria-labelledby={step}>
      <h2 id={step} className={styles.heading} tabIndex={-1}>
        {t(`section.${step}`)}
      </h2>
      <StepAnswers step={step} {...submission} />
    </section>
  ));
}

function StepAnswers({
  step,
  project,
  before,
  files,
  language,
  staff,
}: Submission & { step: Step }) {
  const fields = fieldsOf(step);
  const answers = fields
    .filter(isTextField)
    .filter((field) => {
      const { read, private: isPrivate } = ruleOf(field);
      return staff || (!HEAD.includes(read) && !isPrivate);
    })
    // An answer that was removed also counts as a change.
    .filter((field) => project[field] !== "" || before[field] !== undefined);
  return (
    <>
      {answers.length > 0 && (
        <dl>
          {answers.map((field) => (
            <Answer
              key={field}
              value={project[field]}
              before={before[field]}
              {...{ field, language }}
            />
          ))}
        </dl>
      )}
      {fields.some(isFileField) && <SubmissionFiles {...{ project, before, files }} />}
      {fields.includes("team") && before.team && <Changed />}
      {fields.includes("team") && <Team team={project.team} {...{ language, staff }} />}
      {fields.includes("team") && before.team && staff && (
        <Earlier>
          <Team team={before.team} {...{ language, staff }} />
        </Earlier>
      )}
    </>
  );
}

/**
 * Shows an answer under its field's name. Also shows the answer of the earlier submission if the two answers differ.
 */
function Answer({
  field,
  value,
  before,
  language,
}: {
  field: TextField;
  value: string;
  before?: string;
  language: string;
}) {
  const t = useTranslations("evaluation.sheet");
  const names = useTranslations("fields.short");
  return (
    <div className={styles.answer}>
      <dt>
        {names(field)}
        {before !== undefined && <Changed />}
      </dt>
      <dd>
        <Written {...{ field, value, language }} />
        {before !== undefined && (
          <Earlier>
            {before ? (
              <Written value={before} {...{ field, language }} />
            ) : (
              <p>{t("earlierNone")}</p>
            )}
          </Earlier>
        )}
      </dd>
    </div>
  );
}

function Earlier({ children }: { children: ReactNode }) {
  const t = useTranslations("evaluation.sheet");
  return (
    <details className={styles.before}>
      <summary>{t("earlier")}</summary>
      {children}
    </details>
  );
}

/**
 * Shows the content of an answer: options by label, URLs as links, texts as paragraphs. Only texts are in the language
 * of the answers.
 */
function Written({
  field,
  value,
  language,
}: {
  field: TextField;
  value: string;
  language: string;
}) {
  const word = useOptionWord();
  const { kind } = ruleOf(field);
  if (kind === "url") {
    return (
      <a href={value} rel="noreferrer noopener" target="_blank">
        {value}
      </a>
    );
  }
  if (kind === "choice") return <p>{word(value)}</p>;
  return value.split(/\n+/).map((paragraph) => (
    <p key={paragraph} lang={language}>
      {paragraph}
    </p>
  ));
}

/** Returns a function that returns the label of an answer's option. */
export function useOptionWord() {
  const options = useTranslations("options");
  return (value: string) => (value ? options(value as "yes") : "");
}

function Team({
  team,
  language,
  staff,
}: { team: Project["team"] } & Pick<Submission, "language" | "staff">) {
  const options = useTranslations("options");
  const word = (value: string) => messageOr(options, value, value, { product: staff?.programme });
  return (
    <ol className={styles.team}>
      {team.map(({ name, role, phone, age, info }) => (
        <li key={`${name} ${role} ${phone}`}>
          <p className={styles.member}>{name}</p>
          <p lang={language}>{role}</p>
          {staff && <p>{[phone, word(age), word(info)].filter(Boolean).join(" · ")}</p>}
        </li>
      ))}
    </ol>
  );
}

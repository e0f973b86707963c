"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextArea } from "@/components/forms/fields/text-area";
import { FeedbackText } from "@/components/submission/feedback-text";
import { FEEDBACK_MAX } from "@/contract/evaluation/feedback";
import type { Stage } from "@/contract/evaluation/funnel";
import {
  GENERAL_REASONS,
  hasTooMany,
  inReasonOrder,
  REASON_SIDES,
  REASONS_MAX,
  type ReasonId,
  reasonsOf,
} from "@/contract/evaluation/reasons";
import { CRITERIA } from "@/contract/evaluation/weights";
import { TEXT_MAX } from "@/contract/fields";
import { LANGUAGES, type Language } from "@/contract/languages";
import {
  approveFeedback,
  askFeedback,
  editFeedback,
  type FeedbackProject,
  giveReasons,
  type WrittenFeedback,
  withholdFeedback,
  writeFeedback,
} from "@/contract/staff/feedback";
import { ActionDialog } from "../actions/action-dialog";
import actionStyles from "../actions/action-dialog.module.css";
import styles from "./feedback-panel.module.css";

export type OpenedFeedback =
  | { action: "approve" | "edit" | "withhold" | "ask"; texts: readonly WrittenFeedback[] }
  | { action: "reasons"; projects: readonly FeedbackProject[] }
  /**
   * `begin` is the initial text of the feedback field: the feedback that staff already wrote for the project, or the
   * summary of the project's discussion.
   */
  | { action: "write"; project: FeedbackProject; begin: FeedbackProject["summary"] };

type About = { edition: number; stage: Stage };

/** Dialog of a staff action on feedback to applicants, or on the reasons in the feedback. */
export function FeedbackDialog({
  opened,
  about,
  onClose,
}: {
  opened: OpenedFeedback;
  about: About;
  onClose: () => void;
}) {
  const dialog = { onDone: onClose, onClose };
  if (opened.action === "reasons") {
    return <ReasonsDialog projects={opened.projects} about={about} {...dialog} />;
  }
  if (opened.action === "write") {
    return <WriteDialog {...opened} about={about} {...dialog} />;
  }
  const [first] = opened.texts;
  if (!first) return null;
  if (opened.action === "edit") return <EditDialog written={first} about={about} {...dialog} />;
  if (opened.action === "ask") return <AskDialog written={first} about={about} {...dialog} />;
  return (
    <ActionDialog
      {...dialog}
      endpoint={opened.action === "approve" ? approveFeedback : withholdFeedback}
      input={{ ...about, ids: opened.texts.map(({ id }) => id) }}
      count={opened.texts.length}
      toWhom={
        <div className={styles.fields}>
          {opened.texts.map((one) => (
            <FeedbackText key={one.id} {...one} />
          ))}
        </div>
      }
    />
  );
}

type Closing = { onDone: () => void; onClose: () => void };

function EditDialog({
  written,
  about,
  ...dialog
}: Closing & { written: WrittenFeedback; about: About }) {
  const t = useTranslations("staff.feedback");
  const [given, setGiven] = useState(() => {
    const { text, language, reasons } = written.verdict?.edited ?? written;
    return { text, language, reasons };
  });
  const isWhole =
    (given.text.trim() !== "" || given.reasons.length > 0) &&
    [...given.text].length <= FEEDBACK_MAX;
  return (
    <ActionDialog
      {...dialog}
      endpoint={editFeedback}
      input={isWhole ? { ...about, id: written.id, ...given } : null}
      undecided={t("incomplete")}
      decide={(errors) => (
        <div className={styles.fields}>
          <TextAndLanguage
            given={given}
            error={errors.text}
            onChange={(changed) => setGiven({ ...given, ...changed })}
          />
          <ReasonFields
            chosen={given.reasons}
            onChange={(reasons) => setGiven({ ...given, reasons })}
          />
        </div>
      )}
      whomTitle={t("original")}
      toWhom={<FeedbackText {...written} />}
    />
  );
}

function WriteDialog({
  project: { id, name, own },
  begin,
  about,
  ...dialog
}: Closing & { project: FeedbackProject; begin: FeedbackProject["summary"]; about: About }) {
  const t = useTranslations("staff.feedback");
  const locale = useLocale() as Language;
  const [given, setGiven] = useState(
    begin?.text ? { text: begin.text, language: begin.language } : { text: "", language: locale },
  );
  const isSame = given.text === (own?.text ?? "") && (!own || given.language === own.language);
  const isLong = [...given.text].length > FEEDBACK_MAX;
  return (
    <ActionDialog
      {...dialog}
      endpoint={writeFeedback}
      input={isSame || isLong ? null : { ...about, project: id, ...given }}
      undecided={t("unchanged")}
      decide={(errors) => (
        <div className={styles.fields}>
          <TextAndLanguage given={given} error={errors.text} onChange={setGiven} />
        </div>
      )}
      toWhom={<strong>{name}</strong>}
    />
  );
}

type Given = { text: string; language: Language };

function TextAndLanguage({
  given,
  error,
  onChange,
}: {
  given: Given;
  error: string | undefined;
  onChange: (given: Given) => void;
}) {
  const t = useTranslations("staff.feedback");
  const languages = new Intl.DisplayNames(useLocale(), { type: "language" });
  return (
    <>
      <TextArea
        name="text"
        label={t("field.text")}
        optional="unmarked"
        limit={FEEDBACK_MAX}
        rows={8}
        dir="auto"
        lang={given.language}
        error={error}
        value={given.text}
        onChange={({ target }) => onChange({ ...given, text: target.value })}
      />
      <SelectField
        name="language"
        label={t("field.language")}
        value={given.language}
        options={LANGUAGES.map((one) => ({ value: one, label: languages.of(one) ?? one }))}
        onChange={({ target }) =>
          target.value && onChange({ ...given, language: target.value as Language })
        }
      />
    </>
  );
}

function AskDialog({
  written,
  about,
  ...dialog
}: Closing & { written: WrittenFeedback; about: About }) {
  const t = useTranslations("staff.feedback");
  const [question, setQuestion] = useState("");
  return (
    <ActionDialog
      {...dialog}
      endpoint={askFeedback}
      input={question.trim() ? { ...about, id: written.id, question } : null}
      undecided={t("incomplete")}
      decide={(errors) => (
        <TextArea
          name="question"
          label={t("field.question", { author: written.author })}
          limit={TEXT_MAX}
          rows={3}
          error={errors.question}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
      )}
      whomTitle={t("original")}
      toWhom={<FeedbackText {...written} />}
    />
  );
}

function ReasonsDialog({
  projects,
  about,
  ...dialog
}: Closing & { projects: readonly FeedbackProject[]; about: About }) {
  const t = useTranslations("staff.feedback");
  const [first] = projects;
  const before = projects.length === 1 ? (first?.own?.reasons ?? []) : [];
  const [reasons, setReasons] = useState<ReasonId[]>(before);
  const isChanged = reasons.length > 0 || before.length > 0;
  const isAllowed = isChanged && !hasTooMany(reasons);
  return (
    <ActionDialog
      {...dialog}
      endpoint={giveReasons}
      input={isAllowed ? { ...about, projects: projects.map(({ id }) => id), reasons } : null}
      count={projects.length}
      undecided={isChanged ? t("tooMany", { most: REASONS_MAX }) : t("incomplete")}
      decide={() => <ReasonFields chosen={reasons} onChange={setReasons} />}
      toWhom={
        <ul className={actionStyles.people}>
          {projects.map(({ id, name }) => (
            <li key={id}>
              <strong>{name}</strong>
            </li>
          ))}
        </ul>
      }
    />
  );
}

/**
 * Renders all feedback reasons that staff can choose. The general reasons are visible; the reasons for each criterion
 * are folded.
 */
function ReasonFields({
  chosen,
  onChange,
}: {
  chosen: readonly ReasonId[];
  onChange: (reasons: ReasonId[]) => void;
}) {
  const t = useTranslations("staff.feedback");
  const words = useTranslations("reasons");
  const criteria = useTranslations("criteria");
  const box = (reason: ReasonId) => (
    <Checkbox
      key={reason}
      name={reason}
      label={words(reason as never)}
      checked={chosen.includes(reason)}
      onChange={({ target }) => {
        const others = chosen.filter((one) => one !== reason);
        onChange(inReasonOrder(target.checked ? [...others, reason] : others));
      }}
    />
  );
  return (
    <>
      <fieldset className={styles.side}>
        <legend>{t("general")}</legend>
        {GENERAL_REASONS.map(box)}
      </fieldset>
      {CRITERIA.map(({ id }) => (
        <details key={id}>
          <summary>{criteria(`${id}.name`)}</summary>
          <div className={styles.side}>
            {REASON_SIDES.flatMap((side) => reasonsOf(side, id)).map(box)}
          </div>
        </details>
      ))}
    </>
  );
}

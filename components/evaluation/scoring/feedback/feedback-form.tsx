"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextArea } from "@/components/forms/fields/text-area";
import { FeedbackText } from "@/components/submission/feedback-text";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { Skeleton } from "@/components/ui/figures/skeleton";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { FEEDBACK_MAX, type Feedback } from "@/contract/evaluation/feedback";
import {
  type CriterionReason,
  criterionOf,
  inReasonOrder,
  REASON_SIDES,
  REASONS_MAX,
  reasonsOf,
} from "@/contract/evaluation/reasons";
import { CRITERIA, type Criterion } from "@/contract/evaluation/weights";
import { LANGUAGES, type Language } from "@/contract/languages";
import { feedbackQuery } from "@/lib/api/evaluation-query";
import { LoadFailed } from "../../load-failed";
import { SaveState } from "../save-state";
import styles from "./feedback-form.module.css";
import { useFeedbackForm } from "./use-feedback-form";

type Props = {
  project: ProjectForEvaluation;
  userId: string;
  isLeft: () => boolean;
  /** Callback that receives a function to save at once; null when the form is removed. */
  onFlush: (flush: (() => Promise<boolean>) | null) => void;
};

/**
 * Renders the form for feedback to the applicant, below the score form and apart from the private note: reasons,
 * language, text, save state.
 */
export function FeedbackForm(props: Props) {
  const t = useTranslations("evaluation.feedback");
  const loading = useTranslations("loading");
  const { id, round } = props.project;
  const query = useQuery(feedbackQuery(useLocale(), id, round?.number));
  return (
    <section className={styles.feedback} aria-labelledby="feedback-title" data-theme="light">
      <h2 id="feedback-title" className={styles.title}>
        {t("title")}
      </h2>
      {query.data ? (
        <Sheet {...props} stored={query.data} />
      ) : query.error ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton label={loading("label")} lines={3} />
      )}
    </section>
  );
}

function Sheet({ project, userId, isLeft, onFlush, stored }: Props & { stored: Feedback }) {
  const t = useTranslations("evaluation.feedback");
  const conflict = useTranslations("evaluation.conflict");
  const locale = useLocale();
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  const about = { id: project.id, round: project.round?.number };
  const form = useFeedbackForm(about, stored, userId, isLeft);
  const { text, language, reasons } = form.values;
  const { flush } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft behind the function never changes
  useEffect(() => {
    onFlush(flush);
    return () => onFlush(null);
  }, []);

  if (!stored.open) {
    if (text === "" && reasons.length === 0) return <p>{t("none")}</p>;
    return (
      <>
        <p className={styles.help}>{t("readOnly")}</p>
        <FeedbackText {...form.values} />
      </>
    );
  }
  return (
    <>
      <p className={styles.help}>{t("help")}</p>
      {stored.question !== null && (
        <Banner title={t("asked")} role="status">
          <p dir="auto">{stored.question}</p>
        </Banner>
      )}
      {form.conflict && (
        <div className={styles.conflict}>
          <Banner title={conflict("title")} role="alert">
            <p>{conflict("text")}</p>
          </Banner>
          <div className={styles.choices}>
            <Button small onClick={form.keepMine}>
              {conflict("keepMine")}
            </Button>
            <Button small variant="secondary" onClick={form.takeTheirs}>
              {conflict("takeTheirs")}
            </Button>
          </div>
        </div>
      )}
      {CRITERIA.map(({ id }) => (
        <Reasons
          key={id}
          criterion={id}
          chosen={reasons}
          onChange={(changed) => form.write({ reasons: changed })}
        />
      ))}
      <SelectField
        name="feedback-language"
        label={t("language")}
        value={language}
        options={LANGUAGES.map((one) => ({ value: one, label: languages.of(one) ?? one }))}
        onChange={({ target }) =>
          target.value && form.write({ language: target.value as Language })
        }
      />
      <TextArea
        name="feedback"
        label={t("text")}
        optional="unmarked"
        limit={FEEDBACK_MAX}
        rows={5}
        dir="auto"
        lang={language}
        value={text}
        onChange={({ target }) => form.write({ text: target.value })}
      />
      <div role="status">
        <SaveState state={form.state} round={project.round} onRetry={() => void flush()} />
      </div>
    </>
  );
}

/**
 * Renders the feedback reasons of one criterion, folded at first. The evaluator can choose at most three reasons per
 * criterion, strengths and gaps together.
 */
function Reasons({
  criterion,
  chosen,
  onChange,
}: {
  criterion: Criterion;
  chosen: readonly CriterionReason[];
  onChange: (reasons: CriterionReason[]) => void;
}) {
  const t = useTranslations("evaluation.feedback");
  const criteria = useTranslations("criteria");
  const words = useTranslations("reasons");
  const own = chosen.filter((one) => criterionOf(one) === criterion);
  function toggle(reason: CriterionReason, on: boolean) {
    const others = chosen.filter((one) => one !== reason);
    onChange(inReasonOrder(on ? [...others, reason] : others) as CriterionReason[]);
  }
  return (
    <details className={styles.criterion}>
      <summary>
        {criteria(`${criterion}.name`)}{" "}
        <span className={styles.count}>{t("chosen", { count: own.length })}</span>
      </summary>
      {REASON_SIDES.map((side) => (
        <fieldset key={side} className={styles.side}>
          <legend>{t(side)}</legend>
          {reasonsOf(side, criterion).map((reason) => (
            <Checkbox
              key={reason}
              name={`feedback-${reason}`}
              label={words(reason as never)}
              checked={own.includes(reason)}
              disabled={own.length >= REASONS_MAX && !own.includes(reason)}
              onChange={({ target }) => toggle(reason, target.checked)}
            />
          ))}
        </fieldset>
      ))}
    </details>
  );
}

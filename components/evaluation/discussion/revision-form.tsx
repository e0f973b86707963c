"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextArea } from "@/components/forms/fields/text-area";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import {
  contributionTextSchema,
  type Discussion,
  reviseScores,
} from "@/contract/evaluation/discussion";
import { CRITERIA, type Criterion, SCORE_MAX } from "@/contract/evaluation/weights";
import { TEXT_MAX } from "@/contract/fields";
import { useKeptText } from "@/lib/browser/use-kept-text";
import styles from "./discussion.module.css";
import { useChange } from "./use-change";

const OPTIONS = Array.from({ length: SCORE_MAX + 1 }, (_, score) => ({
  value: String(score),
  label: String(score),
}));

/** Renders the form in which an evaluator revises five scores and gives a reason. The form is folded at first. */
export function RevisionForm({
  shown,
  own,
  about,
}: {
  shown: Discussion;
  own: Discussion["readers"][number];
  about: string;
}) {
  const t = useTranslations("evaluation.discussion");
  const criteria = useTranslations("criteria");
  const errors = useErrorMessages();
  const [changed, setChanged] = useState<Partial<Record<Criterion, number>>>({});
  const [reason, setReason] = useKeptText(`${about}.revision`);
  const { send, busy, code } = useChange(reviseScores, shown);
  const scores = { ...own.scores, ...changed };
  const isOther = CRITERIA.some(({ id }) => scores[id] !== own.scores[id]);
  const isFit = isOther && contributionTextSchema.safeParse(reason).success;
  async function submit() {
    if (!(await send({ scores, reason }))) return;
    setChanged({});
    setReason("");
  }
  return (
    <details className={styles.section} open={reason !== "" || undefined}>
      <summary className={styles.name}>{t("revise")}</summary>
      <div className={styles.form}>
        <p className={styles.quiet}>{t("reviseHelp")}</p>
        <div className={styles.scores}>
          {CRITERIA.map(({ id }) => (
            <SelectField
              key={id}
              name={`revised-${id}`}
              label={criteria(`${id}.name`)}
              options={OPTIONS}
              value={String(scores[id])}
              onChange={({ target }) =>
                target.value !== "" && setChanged({ ...changed, [id]: Number(target.value) })
              }
            />
          ))}
        </div>
        <TextArea
          name="revision-reason"
          label={t("reason")}
          help={t("reasonHelp")}
          limit={TEXT_MAX}
          rows={3}
          dir="auto"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {code && <Banner tone="negative" role="alert" title={errors(code)} />}
        <div>
          <Button
            busy={busy}
            busyLabel={t("sending")}
            disabledReason={isFit ? undefined : t(isOther ? "unfitReason" : "sameScores")}
            onClick={() => void submit()}
          >
            {t("sendRevision")}
          </Button>
        </div>
      </div>
    </details>
  );
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { useAskSignIn } from "@/components/submission/sign-in-again";
import { Button } from "@/components/ui/buttons/button";
import { showErrorToast } from "@/components/ui/overlays/toast";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { listIn } from "@/contract/languages";
import { FIELD_NAMES } from "@/contract/project/project-fields";
import { ApiError } from "@/lib/api/error";
import styles from "./resubmission.module.css";

/**
 * Shows that the applicant sent the project again after the evaluator scored it, and lists the changed answers. A
 * button keeps the scores.
 */
export function ResubmittedNotice({
  project,
  onLetStand,
}: {
  project: ProjectForEvaluation;
  onLetStand: () => Promise<void>;
}) {
  const t = useTranslations("evaluation.sentAgain");
  const names = useTranslations("fields.short");
  const errors = useErrorMessages();
  const askSignIn = useAskSignIn();
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const changed = FIELD_NAMES.filter((name) => name in project.before).map((name) => names(name));

  async function letStand() {
    setBusy(true);
    try {
      await onLetStand();
    } catch (cause) {
      const code = cause instanceof ApiError ? cause.code : "bad_answer";
      if (code === "not_authenticated") askSignIn(() => void letStand());
      else showErrorToast(t("failed"), errors(code));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>{t("title")}</strong>{" "}
        {changed.length > 0 ? t("changed", { fields: listIn(locale, changed) }) : t("unchanged")}
      </p>
      <Button
        small
        variant="secondary"
        busy={busy}
        busyLabel={t("busy")}
        onClick={() => void letStand()}
      >
        {t("letStand")}
      </Button>
    </div>
  );
}

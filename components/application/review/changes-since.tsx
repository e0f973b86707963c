"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { FIELD_NAMES, type ProjectField } from "@/contract/project/project-fields";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { exactly } from "@/lib/draft/form";
import { Link } from "@/lib/i18n/navigation";
import { useApplication } from "../application-context";
import { useFieldMessages } from "../field-messages";
import { addressOfField } from "../gaps";
import styles from "./review.module.css";
import type { useSending } from "./use-sending";

/** Returns the fields that differ from the submitted version, in page order. */
export function changedSince({ project, projectSentAs: sent }: ProjectAnswer): ProjectField[] {
  if (!sent) return [];
  return FIELD_NAMES.filter((field) => exactly(project[field]) !== exactly(sent[field]));
}

/** Lists the fields that changed after the application was sent. Offers to discard the changes. */
export function ChangesSince({ sending }: { sending: ReturnType<typeof useSending> }) {
  const t = useTranslations("project.changes");
  const words = useFieldMessages();
  const { answer } = useApplication();
  const [asking, setAsking] = useState(false);
  const fields = changedSince(answer);
  if (fields.length === 0) return null;

  return (
    <section className={styles.changes} aria-labelledby="changes-title">
      <h2 id="changes-title" className={styles.gapsTitle}>
        {t("title", { count: fields.length })}
      </h2>
      <ul className={styles.gapList}>
        {fields.map((field) => (
          <li key={field}>
            <Link href={addressOfField(field)} prefetch={false}>
              {words.name(field)}
            </Link>
          </li>
        ))}
      </ul>
      <div>
        <Button small variant="secondary" onClick={() => setAsking(true)}>
          {t("drop")}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t("dropTitle")}
        safeLabel={t("keep")}
        confirmLabel={t("drop")}
        busyLabel={t("dropping")}
        busy={sending.busy === "revert"}
        onClose={() => setAsking(false)}
        onConfirm={() => void sending.revert().then(() => setAsking(false))}
      >
        <p>{t("dropText")}</p>
      </ConfirmDialog>
    </section>
  );
}

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { showToast } from "@/components/ui/toast";
import type { ProjectList } from "@/contract/evaluation-schemas";
import { closeEvaluation } from "@/contract/evaluations";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { EVALUATION_KEY, projectsQuery } from "@/lib/api/evaluation-query";
import styles from "./close-evaluation.module.css";

/** How many projects without scores the question names before it only counts them. */
const NAMED = 12;

/** Closes the whole evaluation, after naming what is missing. */
export function CloseEvaluation({ counts }: { counts: ProjectList["counts"] }) {
  const t = useTranslations("evaluation.close");
  const locale = useLocale();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const todo = counts.total - counts.recused - counts.scored - counts.partial;

  async function confirm() {
    setBusy(true);
    setError(null);
    try {
      await call(closeEvaluation, { locale, body: { closed: true } });
      setOpen(false);
      showToast(t("done"));
      // The projects list is reloaded (specification part 4).
      await client.invalidateQueries({ queryKey: EVALUATION_KEY });
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError("bad_answer", 0, { cause }));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t("button")}
      </Button>
      <ConfirmDialog
        open={open}
        title={t("title")}
        safeLabel={t("keepOpen")}
        confirmLabel={t("confirm")}
        busyLabel={t("busy")}
        busy={busy}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
      >
        <div className={styles.body}>
          <p>{t("final")}</p>
          {todo + counts.partial === 0 ? (
            <p>{t("complete", { scored: counts.scored, recused: counts.recused })}</p>
          ) : (
            <>
              <Missing state="partial" count={counts.partial} />
              <Missing state="todo" count={todo} />
            </>
          )}
          {error && <FormAlert heading={t("error")} code={error.code} />}
        </div>
      </ConfirmDialog>
    </div>
  );
}

function Missing({ state, count }: { state: "partial" | "todo"; count: number }) {
  const t = useTranslations("evaluation.close");
  const locale = useLocale();
  const query = { state, per_page: NAMED, orderby: "nome", order: "asc" } as const;
  const { data } = useQuery({ ...projectsQuery(locale, query), enabled: count > 0 });
  if (count === 0) return null;
  const names = data?.answer.projects.map(({ id, nome }) => ({ id, nome })) ?? [];
  return (
    <div>
      <p className={styles.missing}>{t(state, { count })}</p>
      <ul className={styles.names}>
        {names.map(({ id, nome }) => (
          <li key={id}>{nome}</li>
        ))}
        {count > names.length && names.length > 0 && (
          <li>{t("more", { count: count - names.length })}</li>
        )}
      </ul>
    </div>
  );
}

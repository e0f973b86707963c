"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { showToast } from "@/components/ui/overlays/toast";
import { closingMoment } from "@/contract/deadline";
import {
  type EvaluatorTerms,
  getMyTerms,
  saveMyTerms,
} from "@/contract/evaluation/evaluation-work";
import { call } from "@/lib/api/call";
import { readOf } from "@/lib/api/query";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";
import { readerOf, readerSchema, readerValuesOf } from "./answer-values";
import { ReaderFields } from "./reader-fields";

/**
 * Shows the form for the evaluator's languages, sectors and conflicts of interest. The evaluator can change these
 * fields until the evaluator closes the evaluation or the round ends.
 */
export function ReaderTerms({ heading }: { heading: boolean }) {
  const t = useTranslations("invitation");
  const loading = useTranslations("loading");
  const locale = useLocale();
  const { data, error, refetch } = useQuery(readOf(getMyTerms, { locale }));
  return (
    <section className={styles.stack} aria-label={t("reader")}>
      {heading && <h2 className={styles.heading}>{t("reader")}</h2>}
      {data ? (
        <TermsForm terms={data} />
      ) : error ? (
        <p role="alert">
          {loading("error")} <Button onClick={() => refetch()}>{loading("retry")}</Button>
        </p>
      ) : (
        <Skeleton label={loading("label")} lines={6} />
      )}
    </section>
  );
}

function TermsForm({ terms }: { terms: EvaluatorTerms }) {
  const t = useTranslations("invitation");
  const locale = useLocale();
  const client = useQueryClient();
  const { date } = datesIn(locale);
  const form = useZodForm(readerSchema, {
    shouldFocusError: true,
    defaultValues: readerValuesOf(terms),
  });
  const { onSubmit, failure, busy } = useSubmit(form, async (values) => {
    const saved = await call(saveMyTerms, { locale, body: readerOf(values) });
    client.setQueryData(readOf(getMyTerms, { locale }).queryKey, saved);
    void client.invalidateQueries({ queryKey: ["listProjects"] });
    showToast(t("readerSaved"));
  });
  return (
    <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
      <Refusal heading={t("failed")} failure={failure} />
      {terms.open ? (
        <p className={styles.note}>
          {terms.until
            ? t(
                "readerUntil",
                dated(
                  "day",
                  date(closingMoment(new Date(terms.until)).lastDay, { dateStyle: "long" }),
                ),
              )
            : t("readerOpen")}
        </p>
      ) : (
        <p role="status">{t("readerOver")}</p>
      )}
      <fieldset className={styles.stack} disabled={!terms.open}>
        <ReaderFields form={form} />
      </fieldset>
      {terms.open && (
        <Button type="submit" wide leads busy={busy} busyLabel={t("busy")}>
          {t("readerSave")}
        </Button>
      )}
    </form>
  );
}

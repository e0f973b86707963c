"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import type { AnswerOf } from "@/contract/endpoint";
import type { ProjectField } from "@/contract/project/project-fields";
import { verifyVersion } from "@/contract/staff/application";
import { ApiError } from "@/lib/api/error";
import { readOf } from "@/lib/api/query";
import { dated } from "@/lib/i18n/is-elided";
import { useWhen } from "../shell/use-when";
import styles from "./one-application.module.css";

/**
 * Calculates the hash of a submission again on request. Shows whether the hash matches the receipt, and if not, what
 * differs.
 */
export function ReceiptCheck({ id, number }: { id: string; number: string }) {
  const t = useTranslations("staff.application.receiptCheck");
  const [asked, setAsked] = useState(false);
  const query = useQuery({
    ...readOf(verifyVersion, { locale: useLocale(), params: { id, number } }),
    enabled: asked,
    refetchOnWindowFocus: false,
  });
  const { data, error, isFetching } = query;
  return (
    <div className={styles.check}>
      <Button
        small
        variant="secondary"
        busy={isFetching}
        busyLabel={t("busy")}
        onClick={() => (asked ? void query.refetch() : setAsked(true))}
      >
        {t(data ? "again" : "verify")}
      </Button>
      <div role="status">{data && !isFetching && <Found found={data} />}</div>
      {error && !isFetching && (
        <FormAlert
          heading={t("failed")}
          {...(error instanceof ApiError ? { code: error.code } : {})}
        />
      )}
    </div>
  );
}

function Found({ found }: { found: AnswerOf<typeof verifyVersion> }) {
  const t = useTranslations("staff.application.receiptCheck");
  const fields = useTranslations("fields");
  const { moment } = useWhen();
  const { at, faults, released, stored, computed } = found;
  const label = (field = "") => (field ? fields(`label.${field as ProjectField}`) : "");
  const isErased = faults.some(({ what }) => what === "erased");
  return (
    <>
      <Status tone={faults.length === 0 ? "done" : "wrong"}>
        {t(faults.length === 0 ? "fits" : "broken", dated("at", moment(at)))}
      </Status>
      {faults.map(({ what, field, name = "" }) => (
        <p key={`${what} ${field}`}>{t(`fault.${what}`, { field: label(field), name })}</p>
      ))}
      {released.map(({ field, name }) => (
        <p key={field} className={styles.quiet}>
          {t("released", { field: label(field), name })}
        </p>
      ))}
      {faults.length > 0 && (
        <>
          <p className={styles.quiet}>
            {t("prints", { stored: stored.slice(0, 16), computed: computed.slice(0, 16) })}
          </p>
          {!isErased && <p>{t("what")}</p>}
        </>
      )}
    </>
  );
}

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { z } from "zod";
import { RadioGroup } from "@/components/forms/fields/radio-group";
import { useZodForm } from "@/components/forms/use-zod-form";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { focusMain } from "@/components/ui/overlays/focus";
import { showToast } from "@/components/ui/overlays/toast";
import { INTEREST } from "@/contract/project/options";
import { updateMe } from "@/contract/users/own-account";
import { call } from "@/lib/api/call";
import { meQuery } from "@/lib/api/query";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";

const schema = z.object({ interest: z.enum(INTEREST, { error: "invalid_choice" }) });

/**
 * Asks the user on the first visit which part of the programme interests them, if the account stores no interest. Rule:
 * account.interests-once.
 */
export function InterestsModal() {
  const locale = useLocale();
  const { data: user } = useQuery(meQuery(locale));
  const [closed, setClosed] = useState(false);
  const isAsked = user && user.interest === null && !user.interests_modal_closed && !closed;

  // The dialog opens without a user action, so the browser has no earlier focus to restore. Set the focus explicitly
  // when the dialog closes.
  useEffect(() => {
    if (!isAsked) return;
    return () => {
      if (document.activeElement === document.body) focusMain();
    };
  }, [isAsked]);

  return isAsked ? <Question onClosed={() => setClosed(true)} /> : null;
}

function Question({ onClosed }: { onClosed: () => void }) {
  const t = useTranslations("interests");
  const registration = useTranslations("registration");
  const locale = useLocale();
  const client = useQueryClient();
  const form = useZodForm(schema, { shouldFocusError: true });
  const { onSubmit, failure, busy } = useSubmit(form, async ({ interest }) => {
    const body = { interest, interests_modal_closed: true };
    const stored = await call(updateMe, { locale, body });
    showToast(t("saved"));
    client.setQueryData(meQuery(locale).queryKey, stored);
  });

  function close() {
    onClosed();
    // The dialog closes even if the request to record its closing fails. In that case, the dialog opens again on a
    // later visit.
    call(updateMe, { locale, body: { interests_modal_closed: true } })
      .then((stored) => client.setQueryData(meQuery(locale).queryKey, stored))
      .catch(() => undefined);
  }

  return (
    <ConfirmDialog
      primary
      title={t("title")}
      safeLabel={t("later")}
      confirmLabel={t("save")}
      busyLabel={t("busy")}
      busy={busy}
      onClose={close}
      onSubmit={onSubmit}
      formClass={styles.stack}
    >
      <p>{t("lead")}</p>
      <Refusal heading={t("failed")} failure={failure} />
      <RadioGroup
        label={registration("interest")}
        stacked
        options={INTEREST.map((value) => ({ value, label: registration(`interests.${value}`) }))}
        {...form.register("interest")}
        error={form.formState.errors.interest?.message}
      />
    </ConfirmDialog>
  );
}

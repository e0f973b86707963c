"use client";

import { useLocale, useTranslations } from "next-intl";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { resendConfirmation } from "@/contract/users";
import { call } from "@/lib/api/call";
import styles from "./account-form.module.css";
import { Refusal } from "./refusal";
import { useSubmit } from "./use-submit";

/**
 * Has the confirmation mail sent again. The answer never says whether the address is known.
 *
 * @param email the address, when it is known here: then it is not asked for
 */
export function ResendForm({ email }: { email?: string | undefined }) {
  const t = useTranslations("confirmation");
  const account = useTranslations("account");
  const locale = useLocale();
  const form = useZodForm(resendConfirmation.body, {
    shouldFocusError: true,
    ...(email && { defaultValues: { email } }),
  });
  const { onSubmit, failure, done, busy } = useSubmit(form, async (body) => {
    await call(resendConfirmation, { locale, body });
  });

  return (
    <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
      <Refusal heading={t("resendFailed")} failure={failure} />
      {!email && (
        <TextField
          label={account("email")}
          type="email"
          autoComplete="email"
          {...form.register("email")}
          error={form.formState.errors.email?.message}
        />
      )}
      <Button type="submit" variant="secondary" busy={busy} busyLabel={t("resending")}>
        {t("resend")}
      </Button>
      {done && <Banner title={t("resent")} role="status" />}
    </form>
  );
}

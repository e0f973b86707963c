"use client";

import { useLocale, useTranslations } from "next-intl";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { resendConfirmation } from "@/contract/users/users";
import { call } from "@/lib/api/call";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";

/**
 * Form that requests the confirmation mail again. To protect privacy, the message shown afterwards is the same whether
 * or not an account has the address.
 *
 * @param email the address; without it, the form asks for the address
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

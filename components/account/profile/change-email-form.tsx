"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { EMAIL_MAX, emailSchema } from "@/contract/fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { changeEmail } from "@/contract/users/own-account";
import type { User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { useReauthentication } from "@/lib/api/reauthenticated";
import styles from "../account-form.module.css";
import { useSubmit } from "../use-submit";
import { StepUpRefusal } from "./step-up-refusal";

/** The field has the unique name `new_email`, because other forms on the same page have a field named `email`. */
const schema = z.object({ new_email: emailSchema });

/**
 * Requests a change of the email address. The change takes effect when the user opens the mailed link. Rule:
 * account.email-change.
 */
export function ChangeEmailForm({ user }: { user: User }) {
  const t = useTranslations("profile.email");
  const locale = useLocale();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");
  const form = useZodForm(schema, { shouldFocusError: true });
  const { errors } = form.formState;
  const { onSubmit, failure, busy } = useSubmit(form, async ({ new_email }) => {
    setSentTo(null);
    await proved(() => call(changeEmail, { locale, body: { email: new_email } }), purpose("email"));
    setSentTo(new_email);
    form.reset({ new_email: "" });
  });

  return (
    <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
      <p>{t("lead")}</p>
      <StepUpRefusal user={user} heading={t("failed")} failure={failure} />
      {sentTo && (
        <Banner title={t("sent")} role="status">
          <p className={styles.address}>{t("sentTo", { email: sentTo, ...FIGURES })}</p>
        </Banner>
      )}
      <TextField
        label={t("new")}
        type="email"
        autoComplete="off"
        limit={EMAIL_MAX}
        {...form.register("new_email")}
        error={errors.new_email?.message}
      />
      <div>
        <Button type="submit" variant="secondary" busy={busy} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}

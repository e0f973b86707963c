"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { confirmNewEmail } from "@/contract/users/own-account";
import { call } from "@/lib/api/call";
import { PageLink } from "@/lib/i18n/page-link";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";
import { Outcome } from "./outcome";

/**
 * Form that confirms or reverts a change of the email address. The link mailed to the new address confirms the change;
 * the link mailed to the former address reverts it.
 *
 * @param token from the link
 * @param works whether the link was valid when the server rendered the page
 */
export function NewEmailForm({ token, works }: { token: string; works: boolean }) {
  const t = useTranslations("login.newEmail");
  const account = useTranslations("account");
  const locale = useLocale();
  const [status, setStatus] = useState<"changed" | "taken_back">("changed");
  const form = useZodForm(confirmNewEmail.body, { defaultValues: { token } });
  const { onSubmit, failure, done, busy } = useSubmit(form, async (body) => {
    setStatus((await call(confirmNewEmail, { locale, body })).status);
  });

  if (done) {
    return (
      <Outcome title={t(`${status}.title`)}>
        <p>{t(`${status}.lead`)}</p>
        <ButtonLink component={PageLink} href="/login">
          {account("toLogin")}
        </ButtonLink>
      </Outcome>
    );
  }
  if (!works || failure?.code === "token_expired" || failure?.code === "invalid_fields") {
    return (
      <FormAlert heading={account("linkExpired")}>
        <p>
          {t.rich("expired", {
            profile: (words) => <PageLink href="/dashboard/edit-profile">{words}</PageLink>,
          })}
        </p>
      </FormAlert>
    );
  }
  return (
    <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
      <p>{t("lead")}</p>
      <Refusal heading={t("failed")} failure={failure} />
      <Button type="submit" wide leads busy={busy} busyLabel={t("busy")}>
        {t("submit")}
      </Button>
    </form>
  );
}

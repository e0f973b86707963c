"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { z } from "zod";
import { FormAlert } from "@/components/forms/form-alert";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { resetPassword } from "@/contract/users/users";
import { call } from "@/lib/api/call";
import { openSession } from "@/lib/browser/open-session";
import { PageLink } from "@/lib/i18n/page-link";
import { pathFor } from "@/lib/routes/path";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";
import { NewPasswordFields, newPasswordFields, typedTwice } from "./new-password-fields";
import { Outcome } from "./outcome";

const schema = typedTwice(z.object(newPasswordFields));

/**
 * Form that sets a new password with the token from a mail. After setting the first password, an invited evaluator is
 * also signed in. The browser then loads the next page as a new page, because the private area has a separate content
 * security policy.
 *
 * @param act what the token is for; the messages are `login.reset` or `login.invitation`
 * @param token from the link
 * @param works whether the link was valid when the server rendered the page
 * @param again the content to show when the link no longer works
 */
export function NewPasswordForm({
  act,
  token,
  works,
  again,
}: {
  act: "reset" | "invitation";
  token: string;
  works: boolean;
  again: ReactNode;
}) {
  const t = useTranslations(`login.${act}`);
  const login = useTranslations("login.reset");
  const account = useTranslations("account");
  const locale = useLocale();
  const form = useZodForm(schema, { shouldFocusError: true });
  const { onSubmit, failure, done, busy } = useSubmit(form, async ({ password }) => {
    const body = { token, password };
    if (act === "reset") return call(resetPassword, { locale, body });
    await openSession(body);
    window.location.assign(pathFor({ locale, path: "/dashboard" }));
  });

  if (done && act === "reset") {
    return (
      <Outcome title={login("done")}>
        <ButtonLink component={PageLink} href="/login">
          {account("toLogin")}
        </ButtonLink>
      </Outcome>
    );
  }
  if (!works) {
    return (
      <div className={styles.stack}>
        <FormAlert heading={account("linkExpired")}>
          <p>{account("linkExpiredReason")}</p>
        </FormAlert>
        {again}
      </div>
    );
  }
  return (
    <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
      <p>{t("lead")}</p>
      <Refusal heading={t("failed")} failure={failure} />
      {failure?.code === "token_expired" && again}
      <NewPasswordFields form={form} />
      <Button type="submit" wide leads busy={busy || done} busyLabel={t("busy")}>
        {t("submit")}
      </Button>
    </form>
  );
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { confirmEmail } from "@/contract/users/users";
import { call } from "@/lib/api/call";
import { PageLink } from "@/lib/i18n/page-link";
import { withNext } from "@/lib/routes/safe-next";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";
import { Outcome } from "./outcome";
import { ResendForm } from "./resend-form";

/**
 * Confirms an email address with a button. Opening the link alone does not use the token, because mail programs
 * prefetch links.
 *
 * @param token from the link
 * @param works whether the link was valid when the server rendered the page
 * @param next the path to open after sign-in, already checked to belong to this site; "" for none
 */
export function ConfirmForm({
  token,
  works,
  next,
}: {
  token: string;
  works: boolean;
  next: string;
}) {
  const t = useTranslations("confirmation");
  const account = useTranslations("account");
  const locale = useLocale();
  const login = withNext("/login", next);
  const form = useZodForm(confirmEmail.body, { defaultValues: { token } });
  const { onSubmit, failure, done, busy } = useSubmit(form, async (body) => {
    await call(confirmEmail, { locale, body });
  });
  const expired = !works || failure?.code === "token_expired" || failure?.code === "invalid_fields";

  if (done) {
    return (
      <Outcome title={t("done")}>
        <p>{t("doneLead")}</p>
        <ButtonLink component={PageLink} href={login}>
          {account("toLogin")}
        </ButtonLink>
      </Outcome>
    );
  }
  if (expired) {
    return (
      <div className={styles.stack}>
        <FormAlert heading={account("linkExpired")}>
          <p>{account("linkExpiredReason")}</p>
          {/*
           * The link also fails if an earlier attempt succeeded but its response was lost. The address is then already
           * confirmed, so offer the sign-in.
           */}
          <p>
            {t("already")} <PageLink href={login}>{account("toLogin")}</PageLink>
          </p>
        </FormAlert>
        <section className={styles.part}>
          <h2 className={styles.heading}>{t("resendTitle")}</h2>
          <ResendForm />
        </section>
      </div>
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

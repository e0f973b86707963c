"use client";

import { useLocale, useTranslations } from "next-intl";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { GoLink } from "@/components/ui/go-link";
import { recoverPassword } from "@/contract/users";
import { call } from "@/lib/api/call";
import { Link, useRouter } from "@/lib/i18n/navigation";
import styles from "./account-form.module.css";
import { Refusal } from "./refusal";
import { useSubmit } from "./use-submit";

/** Asks for a mail with a reset link; the page that follows never says whether the address is known. */
export function RecoveryForm() {
  const t = useTranslations("login.recovery");
  const account = useTranslations("account");
  const locale = useLocale();
  const router = useRouter();
  const form = useZodForm(recoverPassword.body, { shouldFocusError: true });
  const { onSubmit, failure, busy, done } = useSubmit(form, async (body) => {
    await call(recoverPassword, { locale, body });
    router.push("/login/password-recovery/confirm");
  });

  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <Refusal heading={t("failed")} failure={failure} />
      <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <TextField
          label={account("email")}
          type="email"
          autoComplete="email"
          {...form.register("email")}
          error={form.formState.errors.email?.message}
        />
        <Button type="submit" wide leads busy={busy || done} busyLabel={t("busy")}>
          {t("submit")}
        </Button>
      </form>
      <p>
        <GoLink component={Link} href="/login">
          {t("back")}
        </GoLink>
      </p>
    </div>
  );
}

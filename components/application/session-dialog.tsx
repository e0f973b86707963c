"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { PasswordField } from "@/components/forms/password-field";
import { TextField } from "@/components/forms/text-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ApiError } from "@/lib/api/error";
import { openSession } from "@/lib/api/open-session";
import { getPathname } from "@/lib/i18n/navigation";
import { useApplication } from "./application-context";
import styles from "./dialogs.module.css";

type Failure = ApiError["code"] | "other_account" | null;

/**
 * The session is over while somebody writes: they sign in again here, the page and its text stay, and
 * the caller repeats the save. Accounts without a password do it in another tab and come back.
 */
export function SessionDialog({
  open,
  onClose,
  onSignedIn,
}: {
  open: boolean;
  onClose: () => void;
  onSignedIn: () => void;
}) {
  const t = useTranslations("project.session");
  const error = useTranslations("errors");
  const locale = useLocale();
  const { user } = useApplication();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    setBusy(true);
    setFailure(null);
    try {
      const signedIn = await openSession({ email: user.email, password });
      // Another account's session must never receive this one's text.
      if (signedIn.id === user.id) onSignedIn();
      else setFailure("other_account");
    } catch (cause) {
      setFailure(cause instanceof ApiError ? cause.code : "bad_answer");
    } finally {
      setBusy(false);
    }
  }

  const laterButton = (
    <Button small variant="secondary" onClick={onClose}>
      {t("later")}
    </Button>
  );

  if (!user.has_password) {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={t("title")}
        actions={
          <>
            <Button small variant="inverse" onClick={onSignedIn}>
              {t("signedIn")}
            </Button>
            {laterButton}
          </>
        }
      >
        <p>{t("elsewhere")}</p>
        <a href={getPathname({ href: "/login", locale })} target="_blank" rel="noopener">
          {t("openLogin")}
        </a>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      actions={
        <>
          <Button
            small
            variant="inverse"
            type="submit"
            form="session-again"
            busy={busy}
            busyLabel={t("signingIn")}
          >
            {t("signIn")}
          </Button>
          {laterButton}
        </>
      }
    >
      <p>{t("text")}</p>
      <form id="session-again" className={styles.form} onSubmit={submit} noValidate>
        {failure && (
          <FormAlert heading={t("failed")}>
            <p>{failure === "other_account" ? t("otherAccount") : error(failure)}</p>
          </FormAlert>
        )}
        <TextField
          name="email"
          label={t("email")}
          type="email"
          value={user.email}
          readOnly
          autoComplete="username"
        />
        <PasswordField name="password" label={t("password")} autoComplete="current-password" />
      </form>
    </Dialog>
  );
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { ErrorCode } from "@/contract/errors";
import type { User } from "@/contract/users/user-schemas";
import { getPathname } from "@/lib/i18n/navigation";
import { useErrorMessages } from "./error-messages";
import { fieldId } from "./field-id";
import { PasswordField } from "./fields/password-field";
import { TextField } from "./fields/text-field";
import { FormAlert } from "./form-alert";
import styles from "./session-dialog.module.css";

/** Reasons why signing in again failed: an API error, a connection problem, or a sign-in with a different account. */
export type SignInFailure = ErrorCode | "network" | "bad_answer" | "other_account";

/** What the end of the session interrupted: saving text, sending the application, or any other action. */
export type Interrupted = "save" | "send" | "other";

/**
 * Asks the user to sign in again when the session has ended. The page and its text stay, and the caller retries the
 * action. Accounts without a password, or with a second factor, sign in in another tab. The messages are in the
 * namespace `session`.
 *
 * @param interrupted what the caller does after the sign-in
 * @param signIn signs in with the password; returns null on success
 */
export function SessionDialog({
  open,
  user,
  interrupted = "save",
  signIn,
  onClose,
  onSignedIn,
}: {
  open: boolean;
  interrupted?: Interrupted;
  user: Pick<User, "email" | "has_password" | "has_app">;
  signIn: (password: string) => Promise<SignInFailure | null>;
  onClose: () => void;
  onSignedIn: () => void;
}) {
  const t = useTranslations("session");
  const error = useErrorMessages();
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);

  // The email address is already filled in, so focus the password.
  useEffect(() => {
    if (open) document.getElementById(fieldId("password"))?.focus();
  }, [open]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    setBusy(true);
    setFailure(null);
    const refused = await signIn(password);
    setBusy(false);
    setFailure(refused);
    if (refused === null) return onSignedIn();
    // After an error, select the password, so that the next key replaces it.
    const field = document.getElementById(fieldId("password"));
    if (field instanceof HTMLInputElement) field.select();
  }

  const laterButton = (
    <Button small variant="secondary" onClick={onClose}>
      {t("later")}
    </Button>
  );

  if (!user.has_password || user.has_app) {
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
        <p>{t(`elsewhere.${interrupted}`)}</p>
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
            {t(`signIn.${interrupted}`)}
          </Button>
          {laterButton}
        </>
      }
    >
      <p>{t(`text.${interrupted}`)}</p>
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

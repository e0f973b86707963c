"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { z } from "zod";
import { PasswordField } from "@/components/forms/fields/password-field";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { PASSWORD_MAX, passwordSchema } from "@/contract/fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { proofOptions, prove } from "@/contract/users/passkeys";
import { codeSchema } from "@/contract/users/second-factor";
import type { User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { signWithPasskey } from "@/lib/browser/passkeys";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useAsyncAction } from "../use-async-action";
import { useSubmit } from "../use-submit";

/** The password field has the name `proof`, because other forms on the same page have a field named `password`. */
const schemaOf = (proof: typeof passwordSchema | typeof codeSchema) => z.object({ proof });

/**
 * Dialog to re-authenticate the user with a passkey, the password, or a code. If the account has an authenticator app,
 * the password alone is not enough.
 *
 * @param byKey accepts only a passkey
 * @param purpose the action that needs the confirmation
 */
export function ReauthenticationDialog({
  user,
  byKey,
  purpose,
  onClose,
  onProved,
}: {
  user: User;
  byKey: boolean;
  purpose: string;
  onClose: () => void;
  onProved: () => void;
}) {
  const t = useTranslations("profile.proof");
  const locale = useLocale();
  const formId = useId();
  const key = useAsyncAction();
  const { has_app: byApp } = user;
  const form = useZodForm(schemaOf(byApp ? codeSchema : passwordSchema), {
    shouldFocusError: true,
  });
  const { onSubmit, failure, busy } = useSubmit(form, async ({ proof }) => {
    await call(prove, { locale, body: byApp ? { code: proof } : { password: proof } });
    onProved();
  });
  const asksToType = (user.has_password || byApp) && !byKey;
  const field = { ...form.register("proof"), error: form.formState.errors.proof?.message };

  async function byPasskey() {
    const proved = await key.act(async () => {
      const passkey = await signWithPasskey(await call(proofOptions, { locale }));
      await call(prove, { locale, body: { passkey } });
    });
    if (proved) onProved();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      actions={
        <>
          <Button small variant="secondary" onClick={onClose}>
            {t("cancel")}
          </Button>
          {/*
           * The back end requires a passkey only from users who have one. This page does not know a passkey that the
           * user added in another tab, so `byKey` always shows the passkey button.
           */}
          {(user.has_passkey || byKey) && (
            <Button
              small
              variant={asksToType ? "secondary" : "inverse"}
              onClick={byPasskey}
              busy={key.busy}
              busyLabel={t("busy")}
            >
              {t("passkey")}
            </Button>
          )}
          {asksToType && (
            <Button
              small
              variant="inverse"
              type="submit"
              form={formId}
              busy={busy}
              busyLabel={t("busy")}
            >
              {t("confirm")}
            </Button>
          )}
        </>
      }
    >
      <p>
        <strong>{purpose}</strong>
      </p>
      <p>{byKey ? t("leadKey") : t("lead", FIGURES)}</p>
      <Refusal heading={t("failed")} failure={key.failure ?? failure} />
      {asksToType && (
        <form id={formId} className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
          {/* The hidden field shows password managers to which account the password belongs. */}
          <input
            type="email"
            name="email"
            autoComplete="username"
            value={user.email}
            readOnly
            hidden
          />
          {byApp ? (
            <TextField
              label={t("code")}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              {...field}
            />
          ) : (
            <PasswordField
              label={t("password")}
              autoComplete="current-password"
              limit={PASSWORD_MAX}
              {...field}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}

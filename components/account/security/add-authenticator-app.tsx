"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { z } from "zod";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { addApp, codeSchema } from "@/contract/users/second-factor";
import { call } from "@/lib/api/call";
import formStyles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";
import { QrCode } from "./qr-code";
import styles from "./second-factor.module.css";

const schema = z.object({ app_code: codeSchema });

/** Dialog step that shows the secret for an authenticator app and asks for the app's first code. */
export function AddApp({
  secret,
  uri,
  onClose,
  onAdded,
}: {
  secret: string;
  uri: string;
  onClose: () => void;
  onAdded: (codes: readonly string[]) => void;
}) {
  const t = useTranslations("profile.app.adding");
  const locale = useLocale();
  const formId = useId();
  const form = useZodForm(schema, { shouldFocusError: true });
  const { onSubmit, failure, busy } = useSubmit(form, async ({ app_code }) => {
    const body = { secret, code: app_code };
    onAdded((await call(addApp, { locale, body })).recovery_codes);
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      actions={
        <>
          <Button small variant="inverse" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            small
            variant="secondary"
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={t("busy")}
          >
            {t("confirm")}
          </Button>
        </>
      }
    >
      <p>{t("lead")}</p>
      <QrCode text={uri} label={t("qr")} />
      <p>
        {t("byHand")}{" "}
        <code className={styles.secret}>{secret.replaceAll(/.{4}(?=.)/g, "$& ")}</code>
      </p>
      <form id={formId} className={formStyles.stack} method="post" noValidate onSubmit={onSubmit}>
        <Refusal heading={t("failed")} failure={failure} />
        <TextField
          label={t("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.register("app_code")}
          error={form.formState.errors.app_code?.message}
        />
      </form>
    </Dialog>
  );
}

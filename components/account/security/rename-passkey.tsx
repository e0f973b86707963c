"use client";

import { useLocale, useTranslations } from "next-intl";
import { z } from "zod";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { requiredLine } from "@/contract/fields";
import { PASSKEY_NAME_MAX } from "@/contract/limits";
import { type Passkey, renamePasskey } from "@/contract/users/passkeys";
import { call } from "@/lib/api/call";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";

const schema = z.object({ passkey_name: requiredLine(PASSKEY_NAME_MAX) });

export function RenamePasskey({
  passkey: { id, name },
  onClose,
  onRenamed,
}: {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: () => Promise<void>;
}) {
  const t = useTranslations("profile.passkeys");
  const locale = useLocale();
  const form = useZodForm(schema, {
    shouldFocusError: true,
    defaultValues: { passkey_name: name },
  });
  const { onSubmit, failure, busy } = useSubmit(form, async ({ passkey_name }) => {
    await call(renamePasskey, { locale, params: { id }, body: { name: passkey_name } });
    showToast(t("renamed"));
    await onRenamed();
    onClose();
  });

  return (
    <ConfirmDialog
      title={t("renameTitle", { name })}
      safeLabel={t("keepName")}
      confirmLabel={t("save")}
      busyLabel={t("saving")}
      formClass={styles.stack}
      {...{ busy, onClose, onSubmit }}
    >
      <Refusal heading={t("failed")} failure={failure} />
      <TextField
        label={t("name")}
        autoComplete="off"
        limit={PASSKEY_NAME_MAX}
        {...form.register("passkey_name")}
        error={form.formState.errors.passkey_name?.message}
      />
    </ConfirmDialog>
  );
}

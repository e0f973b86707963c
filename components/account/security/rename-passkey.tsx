"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { z } from "zod";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { requiredLine } from "@/contract/fields";
import { PASSKEY_NAME_MAX } from "@/contract/limits";
import { type Passkey, renamePasskey } from "@/contract/users/passkeys";
import { call } from "@/lib/api/call";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";

const schema = z.object({ passkey_name: requiredLine(PASSKEY_NAME_MAX) });

/** Dialog for renaming a passkey. */
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
  const formId = useId();
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
    <Dialog
      open
      onClose={onClose}
      title={t("renameTitle", { name })}
      actions={
        <>
          <Button small variant="inverse" onClick={onClose}>
            {t("keepName")}
          </Button>
          <Button
            small
            variant="secondary"
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={t("saving")}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <Refusal heading={t("failed")} failure={failure} />
        <TextField
          label={t("name")}
          autoComplete="off"
          limit={PASSKEY_NAME_MAX}
          {...form.register("passkey_name")}
          error={form.formState.errors.passkey_name?.message}
        />
      </form>
    </Dialog>
  );
}

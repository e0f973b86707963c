"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showErrorToast, showToast } from "@/components/ui/overlays/toast";
import { deleteProjectFile } from "@/contract/project/project";
import type { FileField } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useApplication } from "../application-context";
import { useFieldMessages } from "../field-messages";
import { happened } from "../timeline/happened";

/** Dialog that asks for confirmation before a file is deleted. Rule: application.confirm-deletion. */
export function DeleteFile({
  field,
  file,
  open,
  onClose,
}: {
  field: FileField;
  file: ProjectFile;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("uploads");
  const words = useFieldMessages();
  const errors = useErrorMessages();
  const locale = useLocale();
  const { reload, askSignIn } = useApplication();
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await call(deleteProjectFile, { locale, params: { id: file.id } }).catch(async (error) => {
        const isGone = await happened(
          error,
          reload,
          ({ project }) => project[field]?.id !== file.id,
        );
        if (!isGone) throw error;
      });
      onClose();
      showToast(t("deleted", { name: file.name }));
      await reload().catch(() => undefined);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "bad_answer";
      onClose();
      if (code === "not_authenticated") askSignIn(() => void remove());
      else showErrorToast(t("deleteFailed"), errors(code));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      title={t("deleteTitle", { title: words.label(field) })}
      safeLabel={t("keep")}
      confirmLabel={t("delete")}
      busyLabel={t("deleting")}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{t("deleteText", { name: file.name })}</p>
      {file.captions && <p>{t("deleteCaptions")}</p>}
    </ConfirmDialog>
  );
}

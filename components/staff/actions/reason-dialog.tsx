"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { TextArea } from "@/components/forms/fields/text-area";
import { useFormSubmit, useZodForm } from "@/components/forms/use-zod-form";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { requiredLine, TEXT_MAX } from "@/contract/fields";
import { ApiError } from "@/lib/api/error";
import { isRefusal } from "@/lib/draft/sent";
import { NotDone } from "./action-fields";

const schema = z.object({ text: requiredLine(TEXT_MAX) });

/**
 * Dialog for a staff action that has no preview and needs only a text: the reason for an impersonation, or a note.
 *
 * @param verb the label of the submit button
 * @param note explains what happens with the text
 * @param send runs the action; an ApiError is shown, and the typed text stays
 */
export function ReasonDialog({
  title,
  label,
  note,
  verb,
  send,
  onClose,
  children,
}: {
  title: string;
  label: string;
  note: string;
  verb: string;
  send: (text: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations("staff.act");
  const [failure, setFailure] = useState<ApiError | null>(null);
  const form = useZodForm(schema, { shouldFocusError: true, defaultValues: { text: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = useFormSubmit(form, async ({ text }) => {
    setFailure(null);
    try {
      await send(text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    }
  });
  return (
    <ConfirmDialog
      primary
      leads
      title={title}
      safeLabel={t("safe")}
      confirmLabel={verb}
      busyLabel={t("busy")}
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={submit}
    >
      {failure && <NotDone code={failure.code} unsure={!isRefusal(failure)} />}
      {children}
      <TextArea
        label={label}
        rows={3}
        limit={TEXT_MAX}
        note={note}
        {...form.register("text")}
        error={errors.text?.message ?? failure?.fields.text ?? failure?.fields.reason}
      />
    </ConfirmDialog>
  );
}

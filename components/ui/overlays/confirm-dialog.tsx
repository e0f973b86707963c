"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "../buttons/button";
import { Dialog } from "./dialog";

/**
 * Dialog that asks for confirmation before an action that cannot be undone. The cancel button comes first and takes the
 * focus.
 *
 * @param safeLabel the label of the cancel button; it calls `onClose`, as Escape does
 * @param confirmLabel the label of the action; it calls `onConfirm`, and the caller closes the dialog
 * @param onSubmit replaces `onConfirm`: the content is then a form, with the class `formClass`
 * @param primary makes the action the main button; `leads` adds its ring
 * @param busyLabel the label of the action while `busy`
 */
export function ConfirmDialog({
  open = true,
  title,
  safeLabel,
  confirmLabel,
  busyLabel,
  busy = false,
  primary = false,
  leads = false,
  onClose,
  onConfirm,
  onSubmit,
  formClass,
  children,
}: {
  open?: boolean;
  title: string;
  safeLabel: string;
  confirmLabel: string;
  busyLabel?: string;
  busy?: boolean;
  primary?: boolean;
  leads?: boolean;
  onClose: () => void;
  onConfirm?: () => void;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  formClass?: string | undefined;
  children?: ReactNode;
}) {
  const formId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button small variant={primary ? "secondary" : "inverse"} onClick={onClose}>
            {safeLabel}
          </Button>
          <Button
            small
            variant={primary ? "primary" : "secondary"}
            leads={leads}
            {...(onSubmit ? { type: "submit", form: formId } : { onClick: onConfirm })}
            busy={busy}
            {...(busyLabel ? { busyLabel } : {})}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {onSubmit ? (
        <form id={formId} className={formClass} method="post" noValidate onSubmit={onSubmit}>
          {children}
        </form>
      ) : (
        children
      )}
    </Dialog>
  );
}

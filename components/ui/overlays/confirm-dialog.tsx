"use client";

import type { ReactNode } from "react";
import { Button } from "../buttons/button";
import { Dialog } from "./dialog";

/**
 * Asks for confirmation before an action that cannot be undone. The cancel button comes first and takes the focus.
 *
 * @param safeLabel the label of the cancel button; it calls `onClose`, as Escape does
 * @param confirmLabel the label of the action; it calls `onConfirm`, and the caller closes the dialog
 * @param busyLabel the label of the action while `busy`
 */
export function ConfirmDialog({
  open,
  title,
  safeLabel,
  confirmLabel,
  busyLabel,
  busy = false,
  onClose,
  onConfirm,
  children,
}: {
  open: boolean;
  title: string;
  safeLabel: string;
  confirmLabel: string;
  busyLabel?: string;
  busy?: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children?: ReactNode;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button small variant="inverse" onClick={onClose}>
            {safeLabel}
          </Button>
          <Button
            small
            variant="secondary"
            onClick={onConfirm}
            busy={busy}
            {...(busyLabel ? { busyLabel } : {})}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

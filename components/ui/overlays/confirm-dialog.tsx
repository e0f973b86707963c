"use client";

import type { ReactNode } from "react";
import { Button } from "../actions/button";
import { Dialog } from "./dialog";

/**
 * Asks before an action that cannot be undone. The safe button comes first and takes the focus.
 *
 * @param safeLabel keeps everything as it is; `onClose` is called (also on Escape)
 * @param confirmLabel does it; `onConfirm` is called and the caller closes
 * @param busyLabel the verb in progress while `busy`
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

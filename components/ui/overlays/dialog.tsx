"use client";

import {
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import styles from "./dialog.module.css";
import { focusMainOnceGone } from "./focus";

type Notices = ((title: string) => ReactNode) | null;
let notices: Notices = null;
const dialogs = new Set<() => void>();

/**
 * Shows the layout's toasts in each open dialog too, because a modal dialog hides toasts outside it from users and
 * screen readers.
 */
export function showInDialogs(messages: Notices): void {
  notices = messages;
  for (const update of dialogs) update();
}

function useNotices(): Notices {
  return useSyncExternalStore(
    (update) => {
      dialogs.add(update);
      return () => void dialogs.delete(update);
    },
    () => notices,
    () => null,
  );
}

/**
 * Renders a modal dialog with the native `<dialog>`: the browser traps the focus, returns it on closing, and closes on
 * Escape. `open` controls the dialog; Escape calls `onClose`.
 *
 * @param actions the buttons, the cancel button first
 * @param wide true for two columns; "more" for two columns of text
 */
export function Dialog({
  open,
  onClose,
  title,
  actions,
  wide,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  actions: ReactNode;
  wide?: boolean | "more";
  children?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const repeated = useNotices();
  const titleId = useId();
  const wasOpen = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      element.showModal();
      // Opening the dialog has scrolled to the focused element, so scroll back to the top.
      element.scrollTop = 0;
    }
    if (!open && element.open) element.close();
    // The browser returns the focus to the element that opened the dialog. If this element is removed, focus the main
    // part of the page instead.
    if (!open && wasOpen.current) focusMainOnceGone();
    wasOpen.current = open;
  }, [open]);

  // If the dialog is removed while it is open, close the dialog first, because only closing returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (!element?.open) return;
      element.close();
      focusMainOnceGone();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={wide}
      aria-labelledby={titleId}
      // On Escape, close the dialog through `open`. If the browser closed it first, a key that opens the dialog again
      // could arrive before `onClose` runs and would have no effect. A file field also sends `cancel`.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // The browser sends `close` late, when the dialog can already be open again.
      onClose={() => !dialog.current?.open && onClose()}
    >
      {open && (
        <>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          {children && <div className={styles.body}>{children}</div>}
          <div className={styles.actions}>{actions}</div>
          {repeated?.(title)}
        </>
      )}
    </dialog>
  );
}

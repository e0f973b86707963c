"use client";

import { type ReactNode, useId, useState } from "react";
import styles from "./fold.module.css";

/**
 * Hides a part of a page behind a button on a phone, so that the list below the part is in view. On wider screens, the
 * part is always visible.
 *
 * @param label the button's text, with the number of active filters
 */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <FoldToggle id={id} open={open} onToggle={() => setOpen(!open)}>
        {label}
      </FoldToggle>
      <div id={id} className={styles.fold} data-open={open}>
        {children}
      </div>
    </>
  );
}

/** Renders the button that opens and closes a part of a page on a phone. Wider screens do not show the button. */
export function FoldToggle({
  id,
  open,
  onToggle,
  children,
}: {
  /** The HTML id of the part that the button opens. */
  id: string;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={open}
      aria-controls={id}
      onClick={onToggle}
    >
      {children}
    </button>
  );
}

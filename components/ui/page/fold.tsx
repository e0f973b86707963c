"use client";

import { type ReactNode, useId, useState } from "react";
import styles from "./fold.module.css";

/**
 * Folds a part of a page behind a button on a phone, so that the list below it is in view. On wider screens, the part
 * belongs to the layout around it.
 *
 * @param label the button's words, with the number of active filters
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

/** Renders the button that opens and closes a part on a phone. Wider screens do not show it. */
export function FoldToggle({
  id,
  open,
  onToggle,
  children,
}: {
  /** The id of the part. */
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

"use client";

import { type ReactNode, useId, useState } from "react";
import { FoldToggle } from "./fold";
import styles from "./folded-tabs.module.css";
import { TabRow } from "./tab-row";

/**
 * Renders a `TabRow` that on a phone shows only the current tab and tabs with `always`, beside a button that shows all
 * tabs.
 *
 * @param more the button's text
 */
export function FoldedTabs({
  label,
  more,
  children,
}: {
  label: string;
  more: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.tabs} data-open={open}>
      <FoldToggle id={id} open={open} onToggle={() => setOpen(!open)}>
        {more}
      </FoldToggle>
      <div id={id}>
        <TabRow label={label}>{children}</TabRow>
      </div>
    </div>
  );
}

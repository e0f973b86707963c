"use client";

import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { Ring } from "../figures/ring";
import { showInDialogs } from "./dialog";
import styles from "./toaster.module.css";

/**
 * Milliseconds that a success toast stays. The library sonner pauses the time while the toast has the pointer or the
 * focus.
 */
const STAY_MS = 6_000;

type Labels = { label: string; closeLabel: string };

/**
 * Renders the toasts at the bottom left, each an inverse bar with a ring. Each layout has one toaster.
 *
 * @param label the region's name for screen readers
 * @param closeLabel the close button's name; only error toasts have the button, because they never close automatically
 */
export function Toaster(own: Labels) {
  const { label, closeLabel } = own;
  useEffect(() => {
    // Two toast regions need different names, so the region in a dialog adds the dialog's title.
    showInDialogs((title) => <Region label={`${label}: ${title}`} closeLabel={closeLabel} />);
    return () => showInDialogs(null);
  }, [label, closeLabel]);
  return <Region {...own} />;
}

function Region({ label, closeLabel }: Labels) {
  return (
    <Sonner
      position="bottom-left"
      duration={STAY_MS}
      expand
      customAriaLabel={label}
      className={styles.region ?? ""}
      icons={{ success: <Ring />, error: <Ring hoop /> }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: closeLabel,
        classNames: {
          toast: styles.toast ?? "",
          icon: styles.icon ?? "",
          title: styles.title ?? "",
          description: styles.description ?? "",
          closeButton: styles.close ?? "",
          error: styles.error ?? "",
        },
      }}
    />
  );
}

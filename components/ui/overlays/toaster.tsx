"use client";

import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { Ring } from "../figures/ring";
import { showInDialogs } from "./dialog";
import styles from "./toaster.module.css";

/** How long a message stays: 6 s; sonner stops the clock while it is hovered or focused. */
const STAY_MS = 6_000;

type Labels = { label: string; closeLabel: string };

/**
 * Where brief messages appear: bottom left, an inverse bar with a ring. One per layout.
 *
 * @param label names the region for screen readers
 * @param closeLabel names the close button (shown on errors, which never close by themselves)
 */
export function Toaster(own: Labels) {
  const { label, closeLabel } = own;
  useEffect(() => {
    // Two regions of one name could not be told apart.
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

"use client";

import { useTranslations } from "next-intl";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { LIST_SHORTCUTS, type ListShortcut } from "./list-shortcuts";
import styles from "./shortcut-hints.module.css";

/**
 * Shows a list's keyboard shortcuts beside its heading, on wide screens with a keyboard. The key `?` lists all
 * shortcuts.
 */
export function ShortcutHints({ keys }: { keys: readonly ListShortcut[] }) {
  const t = useTranslations("staff.keys");
  const [on] = useShortcutsEnabled();
  if (!on) return null;
  return (
    <ul className={styles.hints} aria-label={t("title")}>
      {keys.map((name) => (
        <li key={name}>
          {LIST_SHORTCUTS[name].split(" ").map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {t(name)}
        </li>
      ))}
    </ul>
  );
}

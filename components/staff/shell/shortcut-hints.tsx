"use client";

import { useTranslations } from "next-intl";
import { useKeysOn } from "@/lib/browser/use-keys-on";
import { LIST_KEYS, type ListKey } from "./list-shortcuts";
import styles from "./shortcut-hints.module.css";

/** Shows a list's keyboard shortcuts beside its heading, on wide screens with a keyboard. `?` lists all shortcuts. */
export function KeyHints({ keys }: { keys: readonly ListKey[] }) {
  const t = useTranslations("staff.keys");
  const [on] = useKeysOn();
  if (!on) return null;
  return (
    <ul className={styles.hints} aria-label={t("title")}>
      {keys.map((name) => (
        <li key={name}>
          {LIST_KEYS[name].split(" ").map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {t(name)}
        </li>
      ))}
    </ul>
  );
}

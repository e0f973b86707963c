"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { isTyping } from "../shell/is-typing";
import styles from "./neighbours.module.css";

/** An item before or after the shown one; null at the end of the list. */
export type Neighbour = { href: string; name: string } | null;

/** Shortcuts that open a neighbour, as `j` and `k` move in a list. */
const KEYS = { previous: "k", next: "j" } as const;

/**
 * Renders the links to the previous and the next item of the list that the reader came from.
 *
 * @param label the name of the navigation
 * @param place the item's place in the list, if it is known
 */
export function Neighbours({
  label,
  place,
  previous,
  next,
}: {
  label: string;
  place?: { place: number; total: number };
  previous: Neighbour;
  next: Neighbour;
}) {
  const t = useTranslations("staff.application.around");
  const [on] = useShortcutsEnabled();
  const router = useRouter();

  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || event.shiftKey) return;
      const key = event.key.toLowerCase();
      const to = key === KEYS.next ? next : key === KEYS.previous ? previous : null;
      if (!to) return;
      event.preventDefault();
      router.push(to.href);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  const way = (which: "previous" | "next", neighbour: Neighbour) => (
    <li>
      {on && <kbd>{KEYS[which].toUpperCase()}</kbd>}{" "}
      {neighbour ? (
        <Link href={neighbour.href} prefetch={false}>
          {t(which)}
          <span className={styles.name}>{`: ${neighbour.name}`}</span>
        </Link>
      ) : (
        <span className={styles.none}>{t(which)}</span>
      )}
    </li>
  );
  return (
    <nav className={styles.around} aria-label={label}>
      {place && <p className={styles.none}>{t("place", place)}</p>}
      <ul className={styles.ways}>
        {way("previous", previous)}
        {way("next", next)}
      </ul>
    </nav>
  );
}

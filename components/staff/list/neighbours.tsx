"use client";

import { useTranslations } from "next-intl";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { useSteps } from "./list-steps";
import styles from "./neighbours.module.css";

/** The item before or after the shown item in a list; null if there is none. */
export type Neighbour = { href: string; name: string } | null;

/** Keyboard shortcuts that open the previous or the next item. `j` and `k` also move in a list. */
const KEYS = { previous: "k", next: "j" } as const;

/**
 * Renders links to the previous and the next item of the list from which the user opened the item.
 *
 * @param label the name of the navigation
 * @param self the URL of this item's page, with the same list filters as the neighbours' URLs
 * @param place the item's place in the list, if known
 */
export function Neighbours({
  label,
  place,
  self,
  previous,
  next,
}: {
  label: string;
  place?: { place: number; total: number };
  self: string;
  previous: Neighbour;
  next: Neighbour;
}) {
  const t = useTranslations("staff.application.around");
  const [on] = useShortcutsEnabled();
  const router = useRouter();

  useSteps(self, { previous: previous?.href, next: next?.href }, (address) => router.push(address));

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

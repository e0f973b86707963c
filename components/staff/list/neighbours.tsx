"use client";

import { useTranslations } from "next-intl";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { useSteps } from "./list-steps";
import styles from "./neighbours.module.css";

/** An item before or after the shown one; null at the end of the list. */
export type Neighbour = { href: string; name: string } | null;

/** Shortcuts that open a neighbour, as `j` and `k` move in a list. */
const KEYS = { previous: "k", next: "j" } as const;

/**
 * Renders the links to the previous and the next item of the list that the reader came from.
 *
 * @param label the name of the navigation
 * @param self the address of the item's page, in the form of its neighbours' addresses
 * @param place the item's place in the list, if it is known
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

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import type { Summary } from "@/lib/content/content";
import type { PagedType } from "@/lib/routes/items";
import { Teaser } from "./teaser";
import styles from "./teaser-grid.module.css";

type Place = { name: string; ratio: readonly [number, number]; large?: boolean; columns: number };

/** Row layouts of the grid, as widths in twelve columns: 8+4, 4+4+4 with a lower middle item, 4+7, 7+4. */
const ROWS = {
  lead: [
    { name: "wideLeft", ratio: [3, 2], large: true, columns: 8 },
    { name: "right", ratio: [4, 5], columns: 4 },
  ],
  three: [
    { name: "left", ratio: [4, 5], columns: 4 },
    { name: "middle", ratio: [4, 3], columns: 4 },
    { name: "rightHigh", ratio: [4, 5], columns: 4 },
  ],
  rise: [
    { name: "inset", ratio: [1, 1], columns: 4 },
    { name: "wideRight", ratio: [3, 2], large: true, columns: 7 },
  ],
  last: [
    { name: "wideLow", ratio: [3, 2], large: true, columns: 7 },
    { name: "rightLow", ratio: [4, 5], columns: 4 },
  ],
} satisfies Record<string, readonly Place[]>;

const { lead, three, rise, last } = ROWS;
/** The sequences of row layouts that fill the grid without gaps, for one to nine items. */
const LAYOUTS: readonly Place[][] = [
  lead,
  lead,
  three,
  [...lead, ...rise],
  [...lead, ...three],
  [...lead, ...rise, ...last],
  [...lead, ...three, ...rise],
  [...lead, ...three, ...three],
  [...lead, ...three, ...rise, ...last],
];

/**
 * Returns the grid positions of `count` items. The position decides whether an item is shown large. After nine items,
 * the pattern repeats.
 */
function placesFor(count: number): readonly Place[] {
  if (count === 0) return [];
  const whole = LAYOUTS.length;
  return [...(LAYOUTS[Math.min(count, whole) - 1] ?? []), ...placesFor(Math.max(0, count - whole))];
}

/**
 * Renders items in a grid whose cells have different sizes.
 *
 * @param kicker the line above an item's title
 * @param result an item's result, which replaces its excerpt
 */
export function TeaserGrid({
  items,
  type,
  kicker,
  result,
  level = 2,
}: {
  items: readonly Summary[];
  type: PagedType;
  kicker: (item: Summary) => ReactNode;
  result?: (item: Summary) => string | undefined;
  level?: 2 | 3;
}) {
  const t = useTranslations("content");
  const places = placesFor(items.length);
  if (items.length === 0)
    return <EmptyState level={level} title={t("empty")} text={t("emptyText")} />;
  return (
    <ul className={styles.grid}>
      {items.map((item, index) => {
        const { name, ratio, large, columns } = places[index] as Place;
        return (
          <li key={item.slug} className={styles[name]}>
            <Teaser
              item={item}
              type={type}
              ratio={ratio}
              large={large ?? false}
              sizes={`(max-width: 767px) 100vw, ${Math.round((columns / 12) * 100)}vw`}
              first={index === 0}
              kicker={kicker(item)}
              result={result?.(item)}
              level={level}
            />
          </li>
        );
      })}
    </ul>
  );
}

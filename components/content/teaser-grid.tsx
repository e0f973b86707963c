import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { Summary } from "@/lib/api/content";
import type { PagedType } from "@/lib/routes/items";
import { Teaser } from "./teaser";
import styles from "./teaser-grid.module.css";

type Place = { name: string; ratio: readonly [number, number]; large?: boolean; columns: number };

/**
 * The irregular grid, row after row: 8+4, 4+4+4 with the middle one lower, 4+7, 7+4. What leads is
 * said by its place; after the last row it begins again.
 */
const PLACES: readonly Place[] = [
  { name: "wideLeft", ratio: [3, 2], large: true, columns: 8 },
  { name: "right", ratio: [4, 5], columns: 4 },
  { name: "left", ratio: [4, 5], columns: 4 },
  { name: "middle", ratio: [4, 3], columns: 4 },
  { name: "rightHigh", ratio: [4, 5], columns: 4 },
  { name: "inset", ratio: [1, 1], columns: 4 },
  { name: "wideRight", ratio: [3, 2], large: true, columns: 7 },
  { name: "wideLow", ratio: [3, 2], large: true, columns: 7 },
  { name: "rightLow", ratio: [4, 5], columns: 4 },
];

/**
 * Items in the irregular grid.
 *
 * @param kicker what stands over an item's title
 */
export function TeaserGrid({
  items,
  type,
  kicker,
  level = 2,
}: {
  items: readonly Summary[];
  type: PagedType;
  kicker: (item: Summary) => ReactNode;
  level?: 2 | 3;
}) {
  return (
    <ul className={styles.grid}>
      {items.map((item, index) => {
        const { name, ratio, large, columns } = PLACES[index % PLACES.length] as Place;
        return (
          <li key={item.slug} className={cx(styles[name], large && styles.large)}>
            <Teaser
              item={item}
              type={type}
              ratio={ratio}
              large={large ?? false}
              sizes={`(max-width: 767px) 100vw, (max-width: 1023px) ${large ? 100 : 50}vw, ${Math.round((columns / 12) * 100)}vw`}
              first={index === 0}
              kicker={kicker(item)}
              level={level}
            />
          </li>
        );
      })}
    </ul>
  );
}

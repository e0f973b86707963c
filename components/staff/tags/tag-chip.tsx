import type { Tag } from "@/contract/staff/tag-schemas";
import styles from "./tag-chip.module.css";

type Shown = Pick<Tag, "name" | "colour">;

/** Shows a tag. The name is always visible, so the colour is never the only sign. */
export function TagChip({ tag: { name, colour } }: { tag: Shown }) {
  return (
    <bdi className={styles.chip} data-colour={colour}>
      {name}
    </bdi>
  );
}

/** Lists the tags of an application. */
export function TagChips({ tags, label }: { tags: readonly Tag[]; label: string }) {
  return (
    <ul className={styles.chips} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag.id}>
          <TagChip tag={tag} />
        </li>
      ))}
    </ul>
  );
}

import type { ComponentProps } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import styles from "./filters.module.css";

/** Renders the search of a list, with its label inside the field. */
export function FilterSearch({
  label,
  onSearch,
  ...input
}: Pick<ComponentProps<"input">, "value" | "onBlur"> & {
  label: string;
  onSearch: (words: string) => void;
}) {
  return (
    <label className={styles.search}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <input
        {...input}
        name="search"
        type="search"
        placeholder={label}
        onChange={({ target }) => onSearch(target.value)}
      />
    </label>
  );
}

import type { ComponentProps } from "react";
import controlStyles from "@/components/forms/fields/control.module.css";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import styles from "./filters.module.css";

/** Renders the search field of a list, with its label inside the field. */
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

/**
 * Renders a select among a list's filters, with its label inside the field.
 *
 * @param empty the text of the option that selects nothing
 */
export function FilterSelect({
  name,
  label,
  empty,
  options,
  value,
  onChoose,
}: {
  name: string;
  label: string;
  empty: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}) {
  return (
    <label className={cx(controlStyles.select, styles.select)}>
      <span className={styles.label}>{label}</span>
      <select name={name} value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{empty}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

import { cx } from "../cx";
import styles from "./list-choice.module.css";

/** Renders a choice of a few values below a list, with one button for each value. */
export function ListChoice<Value extends string | number>({
  label,
  options,
  value,
  onChoose,
  wide = false,
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
  /** True if the choice has an effect only on wide screens. Narrow screens then hide the choice. */
  wide?: boolean;
}) {
  return (
    <fieldset className={cx(styles.options, wide && styles.wide)}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className={styles.option}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

import { cx } from "../cx";
import styles from "./button.module.css";

/** Appearance options of buttons, and of links that look like buttons. */
export interface ButtonLook {
  variant?: "primary" | "secondary" | "inverse";
  small?: boolean;
  wide?: boolean;
  centred?: boolean;
}

export function buttonClass({ variant = "primary", small, wide, centred }: ButtonLook): string {
  return cx(
    styles.button,
    variant === "secondary" && styles.secondary,
    variant === "inverse" && styles.inverse,
    small && styles.small,
    wide && styles.wide,
    centred && styles.centred,
  );
}

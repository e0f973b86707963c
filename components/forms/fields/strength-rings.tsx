import { Ring } from "@/components/ui/figures/ring";
import styles from "./strength-rings.module.css";

const STEPS = [1, 2, 3, 4] as const;

/**
 * Shows the strength of a password: four thin rings that become thick one by one, and a description.
 *
 * @param score 0 to 4
 * @param text the description; screen readers announce its changes
 */
export function StrengthRings({ score, text }: { score: number; text: string }) {
  return (
    <span className={styles.strength}>
      <span className={styles.rings}>
        {STEPS.map((step) => (
          <Ring key={step} size="1.25rem" hoop={score < step} />
        ))}
      </span>
      <output>{text}</output>
    </span>
  );
}

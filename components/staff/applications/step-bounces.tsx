import styles from "./applications.module.css";

/** Draws one parabola per step: full, partial, or empty. The text beside it says the same. */
export function StepBounces({ steps }: { steps: readonly { filled: number; required: number }[] }) {
  return (
    <svg
      className={styles.bounces}
      viewBox={`0 0 ${steps.length * 28} 22`}
      // Stretches the drawing to the width of its box.
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {steps.map(({ filled, required }, index) => {
        const state = filled === 0 ? "empty" : filled < required ? "partial" : "full";
        const left = index * 28 + 1;
        return (
          <path
            // A step has no identity except its position.
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row
            key={index}
            data-state={state}
            d={`M${left} 20 C${left + 4} -4 ${left + 22} -4 ${left + 26} 20`}
          />
        );
      })}
    </svg>
  );
}

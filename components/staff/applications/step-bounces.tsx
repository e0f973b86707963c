import styles from "./applications.module.css";

/** One bounce a step: full, partial, or an empty track. The words beside it say the same. */
export function StepBounces({ steps }: { steps: readonly { filled: number; required: number }[] }) {
  return (
    <svg
      className={styles.bounces}
      viewBox={`0 0 ${steps.length * 28} 22`}
      // As wide as its place.
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {steps.map(({ filled, required }, index) => {
        const state = filled === 0 ? "empty" : filled < required ? "partial" : "full";
        const left = index * 28 + 1;
        return (
          <path
            // A step is its place.
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

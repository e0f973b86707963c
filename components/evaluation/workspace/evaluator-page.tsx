import type { ReactNode } from "react";
import styles from "./evaluator-page.module.css";

/** Sets the width and margins of all evaluators' pages. */
export function EvaluatorPage({ children }: { children: ReactNode }) {
  return <div className={styles.desk}>{children}</div>;
}

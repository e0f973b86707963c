"use client";

import { type MouseEvent, useEffect, useId, useRef } from "react";
import styles from "./error-summary.module.css";
import { fieldId } from "./field-id";
import { type FieldMessageValues, useFieldMessage } from "./field-message";

export interface SummaryItem extends FieldMessageValues {
  /** The dotted name of the form field. */
  name: string;
  label: string;
  /**
   * Error code of the field: a message id of the form's schema, or a code from the API. The summary shows the code's
   * message.
   */
  code: string;
}

/**
 * Lists a form's errors at its top, with links to the fields in page order. Takes the focus whenever `attempt`
 * increases, so that screen readers announce a rejected submit.
 *
 * @param heading the sentence above the errors
 * @param attempt the number of submits (react-hook-form's `submitCount`)
 */
export function ErrorSummary({
  heading,
  items,
  attempt,
}: {
  heading: string;
  items: SummaryItem[];
  attempt: number;
}) {
  const box = useRef<HTMLElement>(null);
  const headingId = useId();
  const message = useFieldMessage();

  // Only a new submit moves the focus. While the user corrects fields, the focus stays, even when the errors change.
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);

  if (items.length === 0) return null;

  function goTo(event: MouseEvent, name: string) {
    const control = document.getElementById(fieldId(name));
    if (!control) return;
    event.preventDefault();
    control.focus();
  }

  return (
    <section className={styles.summary} ref={box} tabIndex={-1} aria-labelledby={headingId}>
      <h2 className={styles.heading} id={headingId}>
        {heading}
      </h2>
      <ul className={styles.list}>
        {items.map(({ name, label, code, ...figures }) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} onClick={(event) => goTo(event, name)}>
              {label}
            </a>
            {`: ${message(code, figures)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

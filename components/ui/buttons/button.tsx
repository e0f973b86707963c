"use client";

import { type ComponentProps, type MouseEvent, useId } from "react";
import { cx } from "../cx";
import markStyles from "../figures/mark.module.css";
import { Spinner } from "../figures/spinner";
import styles from "./button.module.css";
import { type ButtonLook, buttonClass } from "./button-class";

/**
 * Renders a square button with the label at the left, and a ring at the right if the action leads to another place.
 *
 * @param variant primary (default), secondary (outlined), inverse (uses the text colour, in the dark theme too)
 * @param leads shows the ring: the action leads to another place (not for Save or Refuse)
 * @param busy the action is running: the button stays focusable, ignores presses, and keeps its width
 * @param busyLabel the label while busy, a verb in progress ("Salvo", "Saving"); always pass it with `busy`
 * @param disabledReason why the button is disabled; the button stays focusable and shows the reason
 */
export function Button({
  variant = "primary",
  small = false,
  wide = false,
  centred = false,
  leads = false,
  busy = false,
  busyLabel,
  disabledReason,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    leads?: boolean;
    busy?: boolean;
    busyLabel?: string;
    disabledReason?: string | undefined;
  }) {
  const reasonId = useId();
  const stopped = busy || disabledReason !== undefined;
  const off = disabledReason !== undefined || rest["aria-disabled"] === true;

  function press(event: MouseEvent<HTMLButtonElement>) {
    // The button uses aria-disabled instead of disabled, so that keyboard users can reach the button and its reason.
    if (stopped) event.preventDefault();
    else onClick?.(event);
  }

  const button = (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass({ variant, small, wide, centred }), className)}
      aria-disabled={busy || off || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : rest["aria-describedby"]}
      data-disabled={off}
      onClick={press}
    >
      <span className={styles.labels}>
        <span data-shown={!busy} aria-hidden={busy || undefined}>
          {children}
        </span>
        {busyLabel && (
          <span className={styles.busy} data-shown={busy} aria-hidden={!busy || undefined}>
            <Spinner />
            {busyLabel}
          </span>
        )}
      </span>
      {leads && <span className={cx(markStyles.mark, styles.mark)} aria-hidden="true" />}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <span className={styles.withReason}>
      {button}
      <span className={styles.reason} id={reasonId}>
        {disabledReason}
      </span>
    </span>
  );
}

"use client";

import type { ReactNode } from "react";
import { OPEN_CONSENT } from "./open-consent";

/** Reopens the cookie preferences, wherever it is placed. */
export function ConsentButton({
  children,
  className,
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={className}
      onClick={() => window.dispatchEvent(new Event(OPEN_CONSENT))}
    >
      {children}
    </button>
  );
}

"use client";

import type { ReactNode } from "react";
import { OPEN_CONSENT } from "./open-consent";

/** Button that opens the cookie preferences. */
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

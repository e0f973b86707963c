import type { ReactNode } from "react";

/** The layout of policies: the whole page on newspaper grey. */
export default function PolicyLayout({ children }: { children: ReactNode }) {
  return (
    <div data-flood data-section="magazine">
      {children}
    </div>
  );
}

import type { ReactNode } from "react";

/** The layout of policies: a page all on the grey of the newspaper. */
export default function PolicyLayout({ children }: { children: ReactNode }) {
  return (
    <div data-flood data-section="magazine">
      {children}
    </div>
  );
}

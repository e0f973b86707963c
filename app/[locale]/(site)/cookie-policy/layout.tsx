import type { ReactNode } from "react";

/** Renders policy pages on a grey background. */
export default function PolicyLayout({ children }: { children: ReactNode }) {
  return (
    <div data-flood data-section="magazine">
      {children}
    </div>
  );
}

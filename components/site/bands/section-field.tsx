"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import { sectionOf } from "@/lib/routes/lookup";
import { placeOf } from "@/lib/routes/path";

const nothing = () => () => {};
const sectionHere = () => sectionOf(placeOf(window.location.pathname).path);

/**
 * Renders an area in the colour of the site section that the URL belongs to, or in a default colour. The HTML is
 * prerendered once for all URLs, so the browser sets the colour.
 */
export function SectionField({ children }: { children: ReactNode }) {
  const section = useSyncExternalStore(nothing, sectionHere, () => undefined);
  return (
    <div data-flood data-section={section ?? "network"}>
      {children}
    </div>
  );
}

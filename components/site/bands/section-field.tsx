"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import { sectionOf } from "@/lib/routes/lookup";
import { placeOf } from "@/lib/routes/path";

const nothing = () => () => {};
const sectionHere = () => sectionOf(placeOf(window.location.pathname).path);

/**
 * Renders an area in the hue of the section that the URL belongs to, or in a default hue. The HTML is prerendered once
 * for all URLs, so the browser sets the hue.
 */
export function SectionField({ children }: { children: ReactNode }) {
  const section = useSyncExternalStore(nothing, sectionHere, () => undefined);
  return (
    <div data-flood data-section={section ?? "network"}>
      {children}
    </div>
  );
}

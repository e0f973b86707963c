"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import { sectionOf } from "@/lib/routes/lookup";
import { placeOf } from "@/lib/routes/path";

const nothing = () => () => {};
const sectionHere = () => sectionOf(placeOf(window.location.pathname).path);

/**
 * A field in the hue of the section the URL names, or the sky's when it names none. The HTML
 * is prerendered once for every URL, so the hue is set in the browser.
 */
export function SectionField({ children }: { children: ReactNode }) {
  const section = useSyncExternalStore(nothing, sectionHere, () => undefined);
  return (
    <div data-flood data-section={section ?? "network"}>
      {children}
    </div>
  );
}

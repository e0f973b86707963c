"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import { placeOf } from "@/lib/routes/path";
import { sectionOf } from "@/lib/routes/sections";

const nothing = () => () => {};
const sectionHere = () => sectionOf(placeOf(window.location.pathname).path);

/**
 * A field in the hue of the section the address asks for; the sky's where it asks for none. The HTML
 * is made once for every address, so the hue is read in the browser.
 */
export function SectionField({ children }: { children: ReactNode }) {
  const section = useSyncExternalStore(nothing, sectionHere, () => undefined);
  return (
    <div data-flood data-section={section ?? "network"}>
      {children}
    </div>
  );
}

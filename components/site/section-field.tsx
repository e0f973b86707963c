"use client";

import type { ReactNode } from "react";
import { usePathname } from "@/lib/i18n/navigation";
import { sectionOf } from "@/lib/routes/sections";

/** A field in the hue of the section the address asks for; the sky's where it asks for none. */
export function SectionField({ children }: { children: ReactNode }) {
  return (
    <div data-flood data-section={sectionOf(usePathname()) ?? "network"}>
      {children}
    </div>
  );
}

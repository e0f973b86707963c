"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { focusMain } from "@/components/ui/overlays/focus";

/**
 * Focuses the page's main part after a navigation that removed the focused element. If the new page has already set the
 * focus, does nothing.
 */
export function RouteFocus() {
  const path = usePathname();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path && document.activeElement === document.body) focusMain();
    shown.current = path;
  }, [path]);
  return null;
}

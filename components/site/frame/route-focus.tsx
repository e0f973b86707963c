"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { focusMain } from "@/components/ui/overlays/focus";

/**
 * Behind the pages of an area: a page that goes takes the focus with it, however late it goes, and the main part of the
 * one that has come gets it. What a page has done with the focus itself by then stays.
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

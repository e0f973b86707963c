"use client";

import { usePathname } from "next/navigation";
import { placeOf } from "@/lib/routes/path";

/** Returns the page's path without its locale. */
export function usePagePath(): string {
  const pathname = usePathname();
  // During prerendering, the default locale has its prefix too.
  return placeOf(pathname.replace(/^\/it(?=\/|$)/, "") || "/").path;
}

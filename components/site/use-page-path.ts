"use client";

import { usePathname } from "next/navigation";
import { placeOf } from "@/lib/routes/path";

/** Returns the page's path without its locale. */
export function usePagePath(): string {
  const pathname = usePathname();
  // During prerendering, paths of the default locale start with the prefix of a locale too, so remove that prefix.
  return placeOf(pathname.replace(/^\/it(?=\/|$)/, "") || "/").path;
}

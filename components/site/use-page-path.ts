"use client";

import { usePathname } from "next/navigation";
import { placeOf } from "@/lib/routes/path";

/** Returns the page's path without its locale. */
export function usePagePath(): string {
  const pathname = usePathname();
  // During prerendering, paths of the default locale also start with its prefix, which is missing in visible URLs.
  // Remove the prefix.
  return placeOf(pathname.replace(/^\/it(?=\/|$)/, "") || "/").path;
}

"use client";

import { usePathname } from "next/navigation";
import { placeOf } from "@/lib/routes/path";

/** The page's path without its language. */
export function usePagePath(): string {
  const pathname = usePathname();
  // During prerendering, the default language has its prefix too.
  return placeOf(pathname.replace(/^\/it(?=\/|$)/, "") || "/").path;
}

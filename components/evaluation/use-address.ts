import { useLocale } from "next-intl";
import { getPathname } from "@/lib/i18n/navigation";

/**
 * Returns functions that change the URL without requesting a page, because the content follows the browser's URL.
 * `replace` is for another state of the same page, `push` for another page.
 */
export function useAddress(): Record<"replace" | "push", (address: string) => void> {
  const locale = useLocale();
  const set = (way: "replaceState" | "pushState") => (address: string) =>
    window.history[way](null, "", getPathname({ href: address, locale }));
  return { replace: set("replaceState"), push: set("pushState") };
}

import { useLocale } from "next-intl";
import { getPathname } from "@/lib/i18n/navigation";

/**
 * Changes the URL without requesting the page again: what is shown follows the URL in the browser.
 * `replace` is for another state of the same page, `push` for another page of the same address family.
 */
export function useAddress(): Record<"replace" | "push", (address: string) => void> {
  const locale = useLocale();
  const set = (way: "replaceState" | "pushState") => (address: string) =>
    window.history[way](null, "", getPathname({ href: address, locale }));
  return { replace: set("replaceState"), push: set("pushState") };
}

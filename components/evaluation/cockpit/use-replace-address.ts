import { useLocale } from "next-intl";
import { getPathname } from "@/lib/i18n/navigation";

/**
 * Replaces the URL with another state of the same page, without requesting the page again:
 * what is shown follows the URL in the browser.
 */
export function useReplaceAddress(): (address: string) => void {
  const locale = useLocale();
  return (address) => {
    window.history.replaceState(null, "", getPathname({ href: address, locale }));
  };
}

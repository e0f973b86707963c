import { useLocale } from "next-intl";
import { getPathname } from "@/lib/i18n/navigation";

/**
 * Puts another state of the same page into the address, without asking the server for the page again:
 * what is shown follows the address in the browser.
 */
export function useReplaceAddress(): (address: string) => void {
  const locale = useLocale();
  return (address) => {
    window.history.replaceState(null, "", getPathname({ href: address, locale }));
  };
}

import Link from "next/link";
import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
import { needsFullLoad } from "../routes/lookup";
import { pathFor } from "../routes/path";

/**
 * Links to a page of the site in the current language. Navigates without a page load, unless the target page has a
 * different content security policy. Adds only two lines to next/link, because public pages must load little script.
 *
 * @param href the path without its language
 */
export function PageLink({
  href,
  prefetch,
  ...rest
}: ComponentProps<typeof Link> & { href: string }) {
  const address = pathFor({ locale: useLocale(), path: href });
  if (needsFullLoad(href)) return <a {...rest} href={address} />;
  return <Link {...rest} prefetch={prefetch} href={address} />;
}

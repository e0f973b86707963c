import Link from "next/link";
import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
import { needsFullLoad } from "../routes/full-load";
import { pathFor } from "../routes/path";

/**
 * A link to a page of the site in the page's language, by client navigation unless the page has a
 * policy of its own. It is next/link and two lines: the public pages ship as little script as they can.
 *
 * @param href the path without its language
 * @param prefetch none unless asked for: a page whose links fetch other pages, and their sheets, as soon as they
 * are in sight is slower to answer itself
 */
export function PageLink({
  href,
  prefetch = false,
  ...rest
}: ComponentProps<typeof Link> & { href: string }) {
  const address = pathFor({ locale: useLocale(), path: href });
  if (needsFullLoad(href)) return <a {...rest} href={address} />;
  return <Link {...rest} prefetch={prefetch} href={address} />;
}

import Link from "next/link";
import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
import { needsFullLoad } from "../routes/lookup";
import { pathFor } from "../routes/path";

/**
 * A link to a page of the site in the current language, by client navigation unless the target has a
 * policy of its own. It is next/link plus two lines: the public pages ship as little script as they can.
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

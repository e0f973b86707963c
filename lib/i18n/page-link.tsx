import Link from "next/link";
import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
import { pathFor } from "../routes/path";

/**
 * A link to a page of the site in the page's language, by client navigation. It is next/link and one
 * line: the public pages ship as little script as they can.
 *
 * @param href the path without its language
 */
export function PageLink({ href, ...rest }: ComponentProps<typeof Link> & { href: string }) {
  return <Link {...rest} href={pathFor({ locale: useLocale(), path: href })} />;
}

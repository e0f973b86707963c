import type { ComponentProps, ElementType } from "react";

/**
 * Props of links in components/ui. These components know nothing about locales, so the caller passes the link element:
 * `component={Link}` for client navigation. Without `component`, a plain `<a>` loads the page in full.
 */
export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  href: string;
  component?: ElementType;
  /** Whether the link prefetches its page. Only for a `component` that supports prefetching. */
  prefetch?: boolean;
};

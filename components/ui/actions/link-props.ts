import type { ComponentProps, ElementType } from "react";

/**
 * Links of components/ui take the element to render, because a language-aware Link is not theirs to
 * know: pass `component={Link}` for a client navigation; without it a plain `<a>` makes a full page load.
 */
export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  href: string;
  component?: ElementType;
  /** Only with a `component` that supports it. */
  prefetch?: boolean;
};

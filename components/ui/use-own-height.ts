import { type RefObject, useEffect } from "react";

/**
 * Stores an element's current height in a CSS variable of the page, so that toasts and focused elements stay clear of
 * the element.
 */
export function useOwnHeight(bar: RefObject<HTMLElement | null>, property: `--${string}`): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const page = document.documentElement.style;
    const measure = () => page.setProperty(property, `${element.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => {
      observer.disconnect();
      page.removeProperty(property);
    };
  }, [bar, property]);
}

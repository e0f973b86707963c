import { useEffect } from "react";
import { isTyping } from "@/components/ui/is-typing";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";

/*
 * Opens the previous or next item of a list by keys. Each item has to load first, so further key presses are stored and
 * handled in turn. The state outlives the page of an item, because each page replaces the previous one.
 */

/** The direction of each key: `j` for the next item, `k` for the previous one. */
const WAYS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };
/**
 * Milliseconds after which a navigation to an item's page no longer blocks the next one, even if the page has not
 * opened.
 */
const PATIENCE = 10_000;

/** Number of key presses that have not been handled: positive for next items, negative for previous items. */
let owed = 0;
/** The running navigation to an item's page; null if no navigation is running. */
let going: { to: string; since: number } | null = null;
const walkers = new Set<() => void>();

/** Stores key presses on the page of an item, even while the item's data loads. */
export function useStepKeys(): void {
  const [on] = useShortcutsEnabled();
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || event.shiftKey) return;
      const way = WAYS[event.key.toLowerCase()];
      if (!way || walkers.size + (going ? 1 : 0) === 0) return;
      owed += way;
      event.preventDefault();
      for (const walk of walkers) walk();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on]);
}

/**
 * Handles the stored key presses as soon as the page knows the previous and the next item.
 *
 * @param self the URL of this item's page, with the same list filters as the neighbours' URLs, to recognise the page
 * that a key press opened
 */
export function useSteps(
  self: string,
  neighbours: { previous: string | undefined; next: string | undefined },
  go: (address: string) => void,
): void {
  useEffect(() => {
    // If the user has opened another page than the expected one, discard the stored key presses.
    if (going?.to !== self) owed = 0;
    going = null;
  }, [self]);
  useEffect(() => {
    const walk = () => {
      const isUnderWay = going !== null && performance.now() - going.since < PATIENCE;
      if (owed === 0 || isUnderWay) return;
      const to = owed > 0 ? neighbours.next : neighbours.previous;
      // At the end of the list, discard further key presses.
      if (!to) owed = 0;
      else {
        owed -= Math.sign(owed);
        going = { to, since: performance.now() };
        go(to);
      }
    };
    walkers.add(walk);
    walk();
    return () => void walkers.delete(walk);
  });
}

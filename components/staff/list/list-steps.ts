import { useEffect } from "react";
import { isTyping } from "@/components/ui/is-typing";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";

/*
 * Steps through a list by keys. The next item loads after a press, so presses in between are kept and done
 * one after the other. The state outlives the page of one item, because each page replaces the former one.
 */

/** Direction of each shortcut, as in a list. */
const WAYS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };
/** After this many milliseconds, a navigation that did not arrive no longer blocks the next one. */
const PATIENCE = 10_000;

/** Steps that are not done yet: positive forwards, negative backwards. */
let owed = 0;
/** Navigation that is under way. */
let going: { to: string; since: number } | null = null;
const walkers = new Set<() => void>();

/** Records the presses on the page of an item, also while its data loads. */
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
 * Does the recorded steps from an item whose neighbours are known.
 *
 * @param self the address of the item's page, in the form of its neighbours' addresses
 */
export function useSteps(
  self: string,
  neighbours: { previous: string | undefined; next: string | undefined },
  go: (address: string) => void,
): void {
  useEffect(() => {
    // On any other page than the expected one, the reader has gone elsewhere.
    if (going?.to !== self) owed = 0;
    going = null;
  }, [self]);
  useEffect(() => {
    const walk = () => {
      const isUnderWay = going !== null && performance.now() - going.since < PATIENCE;
      if (owed === 0 || isUnderWay) return;
      const to = owed > 0 ? neighbours.next : neighbours.previous;
      // At the end of the list, further steps lead nowhere.
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

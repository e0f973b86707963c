"use client";

import { useRowKeys } from "@/components/ui/page/use-row-keys";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";

/** Returns the props of a control room list with keyboard navigation (`useRowKeys`). */
export function useRowShortcuts<E extends HTMLElement = HTMLDivElement>(
  action: Parameters<typeof useRowKeys>[1],
) {
  const [on] = useShortcutsEnabled();
  return useRowKeys<E>(on, action);
}

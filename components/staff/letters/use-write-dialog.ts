"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { whenIdle } from "@/lib/browser/when-idle";

const loadDialog = () => import("./write-dialog").then((it) => it.WriteDialog);
/** The dialog for writing a letter, whose code loads after the page. */
export const LazyWriteDialog = dynamic(loadDialog, { ssr: false });

/**
 * Loads the dialog for writing a letter when the browser is idle, so that it opens at once even on a slow connection.
 */
export function useWriteDialogWhenIdle(): void {
  // If loading the dialog's code fails, opening the dialog tries again.
  useEffect(() => whenIdle(() => void loadDialog().catch(() => {})), []);
}

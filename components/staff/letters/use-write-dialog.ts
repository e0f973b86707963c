"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { whenIdle } from "@/lib/browser/when-idle";

const loadDialog = () => import("./write-dialog").then((it) => it.WriteDialog);
/** The letter's dialog, which loads after the page. */
export const LazyWriteDialog = dynamic(loadDialog, { ssr: false });

/** Loads the letter's dialog once the browser is idle, so that it opens immediately on a slow connection too. */
export function useWriteDialogWhenIdle(): void {
  // If the download fails, opening the dialog tries again.
  useEffect(() => whenIdle(() => void loadDialog().catch(() => {})), []);
}

"use client";

import type { ReactNode } from "react";
import { RenderedAt } from "@/lib/browser/server-clock";

/** Gives the components of a private page the server's time of rendering, in ms since 1970. */
export function RenderedNow({ now, children }: { now: number; children: ReactNode }) {
  return <RenderedAt value={now}>{children}</RenderedAt>;
}

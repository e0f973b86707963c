"use client";

import "./globals.css";
import { useEffect } from "react";
import { LastFallback } from "@/components/site/last-fallback";
import { reloadForChunk } from "@/lib/chunk-reload";
import { routing } from "@/lib/i18n/routing";
import { fontVariables } from "./fonts";

/** The last fallback: a layout failed, or the error page itself did. */
export default function GlobalError({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error);
    reloadForChunk(error);
  }, [error]);
  return (
    <html lang={routing.defaultLocale} className={fontVariables}>
      <body>
        <LastFallback />
      </body>
    </html>
  );
}

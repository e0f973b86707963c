"use client";

import { DEFAULT_LANGUAGE } from "@/contract/languages";
import "./globals.css";
import { useEffect } from "react";
import { LastFallback } from "@/components/site/errors/last-fallback";
import { reloadForChunk } from "@/lib/browser/chunk-reload";
import { fontVariables } from "./fonts";

/** Renders the last possible error page, after the root layout or another error page has failed. */
export default function GlobalError({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error);
    reloadForChunk(error);
  }, [error]);
  return (
    <html lang={DEFAULT_LANGUAGE} className={fontVariables}>
      <body>
        <LastFallback />
      </body>
    </html>
  );
}

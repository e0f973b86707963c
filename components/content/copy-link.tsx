"use client";

import { useEffect, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { copyText } from "@/lib/browser/copy-text";
import styles from "./faq.module.css";

/** Milliseconds for which the button says what it did. */
const SAID = 4_000;

type Words = { copy: string; copied: string; notCopied: string };

/**
 * Copies the address of a part of this page. It goes into the address bar as well: where the browser lets nobody
 * write to the clipboard, it can be taken from there.
 */
export function CopyLink({ id, words }: { id: string; words: Words }) {
  const isHydrated = useHydrated();
  const [said, setSaid] = useState<keyof Words>("copy");
  useEffect(() => {
    if (said === "copy") return;
    const timer = setTimeout(() => setSaid("copy"), SAID);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy() {
    const address = new URL(`#${id}`, window.location.href).href;
    window.history.replaceState(window.history.state, "", address);
    setSaid((await copyText(address)) ? "copied" : "notCopied");
  }

  if (!isHydrated) return null;
  return (
    <p className={styles.link}>
      <button type="button" className={styles.copy} onClick={copy}>
        {words.copy}
      </button>
      <span role="status">{said !== "copy" && words[said]}</span>
    </p>
  );
}

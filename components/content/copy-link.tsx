"use client";

import { useEffect, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { copyText } from "@/lib/browser/copy-text";
import styles from "./faq.module.css";

/** Milliseconds for which the copy button shows whether the link was copied. */
const SAID = 4_000;

type Words = { copy: string; copied: string; notCopied: string };

/**
 * Copies the URL of a section of this page. The URL also goes into the address bar, so users can copy it from there if
 * the browser forbids clipboard access.
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
    const address = new URL(`#${id}`, location.href).href;
    history.replaceState(history.state, "", address);
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

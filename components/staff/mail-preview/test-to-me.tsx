"use client";

import { useEffect, useRef, useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { ApiError } from "@/lib/api/error";
import styles from "./mail-pager.module.css";

/**
 * Button that sends the previewed email to the user as a test. The result stays beside the button, because the user
 * waits for it before the next test.
 *
 * @param words `sent` returns a sentence with the address of the last test email and the number of test emails so far
 */
export function TestToMe({
  words,
  disabledReason,
  send,
}: {
  words: {
    button: string;
    busy: string;
    failed: string;
    sent: (result: { to: string; count: number }) => string;
  };
  disabledReason?: string | undefined;
  send: () => Promise<{ to: string }>;
}) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ to: string; count: number } | null>(null);
  const [failed, setFailed] = useState<ApiError | null>(null);
  const box = useRef<HTMLDivElement>(null);
  // The result appears below the button, where the dialog's own buttons can cover it. Scroll it into view.
  useEffect(() => {
    if (result || failed) void box.current?.scrollIntoView?.({ block: "nearest" });
  }, [result, failed]);
  async function onSend() {
    setBusy(true);
    setFailed(null);
    try {
      const { to } = await send();
      setResult((before) => ({ to, count: (before?.count ?? 0) + 1 }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(error);
      setResult(null);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        small
        variant="secondary"
        busy={busy}
        busyLabel={words.busy}
        disabledReason={disabledReason}
        onClick={() => void onSend()}
      >
        {words.button}
      </Button>
      <div ref={box} className={styles.result}>
        <p role="status">{result && words.sent(result)}</p>
        {failed && <FormAlert heading={words.failed} code={failed.code} />}
      </div>
    </>
  );
}

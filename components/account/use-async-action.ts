"use client";

import { useState } from "react";
import { ApiError } from "@/lib/api/error";

/** Runs an action outside a form. Returns whether the action is running, and why the last attempt failed. */
export function useAsyncAction() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  /** Resolves to true if the action succeeded. */
  async function act(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { act, busy, failure };
}

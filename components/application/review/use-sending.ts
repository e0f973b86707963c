import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useRef, useState } from "react";
import {
  restoreProject,
  revertProject,
  sendProject,
  withdrawProject,
} from "@/contract/project/project";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { projectQuery } from "@/lib/api/query";
import { useApplication } from "../application-context";
import { happened } from "../timeline/happened";
import { receiptQuery } from "./receipt";

/** Returns 128 random bits as hex. `randomUUID` is not available on pages without HTTPS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Act = "send" | "withdraw" | "restore" | "revert";
/**
 * A failed action, such as sending, and its error. If the application on the server lacks required fields, the error of
 * sending lists these fields.
 */
export type SendFailure = { act: Act; error: ApiError };

/**
 * Tests for each action whether the refetched application shows that the action succeeded. A request can fail although
 * the server has executed the action.
 */
const DONE: Record<Act, (answer: ProjectAnswer) => boolean> = {
  send: ({ projectSent, projectUnsent }) => projectSent && !projectUnsent,
  withdraw: ({ projectWithdrawnAt }) => projectWithdrawnAt !== null,
  restore: ({ projectWithdrawnAt }) => projectWithdrawnAt === null,
  revert: ({ projectSent, projectUnsent }) => projectSent && !projectUnsent,
};

/**
 * Provides the actions to send, withdraw, and restore the application, and to discard unsent changes. Sending waits for
 * running saves. Each version of the application has one idempotency key, so a second press after a lost response
 * returns the same receipt.
 */
export function useSending() {
  const locale = useLocale();
  const queries = useQueryClient();
  const { draft, reload, askSignIn } = useApplication();
  const [busy, setBusy] = useState<Act | null>(null);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const [done, setDone] = useState<Act | null>(null);
  const key = useRef({ version: -1, value: "" });

  async function run(act: Act, work: () => Promise<void>) {
    setBusy(act);
    setFailure(null);
    setDone(null);
    try {
      await work().catch(async (cause) => {
        if (!(await happened(cause, reload, DONE[act]))) throw cause;
      });
      setDone(act);
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError("bad_answer", 0, { cause });
      if (error.code === "not_authenticated")
        askSignIn(() => void run(act, work), act === "send" ? "send" : "other");
      // Another window changed the application. Refetch it before the user sends it.
      if (error.code === "version_conflict") await reload().catch(() => undefined);
      setFailure({ act, error });
    } finally {
      setBusy(null);
    }
  }

  async function sendNow() {
    const settled = await draft.settle();
    const { autosave, version, unsaved } = draft.snapshot();
    if (!settled || unsaved.length > 0) {
      throw autosave.kind === "failed" ? autosave.error : new ApiError("invalid_fields", 422);
    }
    if (key.current.version !== version) key.current = { version, value: newKey() };
    const headers = { "If-Match": String(version), "Idempotency-Key": key.current.value };
    const { projectSentAt, receipt } = await call(sendProject, { locale, headers });
    queries.setQueryData(receiptQuery(locale, projectSentAt).queryKey, receipt);
    // Update the cache from the response, because the following refetch can fail.
    queries.setQueryData(projectQuery(locale).queryKey, (known?: ProjectAnswer) =>
      known ? { ...known, projectSent: true, projectSentAt, projectUnsent: false } : known,
    );
    await reload().catch(() => undefined);
  }

  return {
    busy,
    failure,
    /** The last action on this page (for example, sending) if it has succeeded. */
    done,
    send: () => run("send", sendNow),
    withdraw: () =>
      run("withdraw", async () => {
        await call(withdrawProject, { locale });
        await reload();
      }),
    revert: () =>
      run("revert", async () => {
        const settled = await draft.settle();
        const { autosave, version } = draft.snapshot();
        if (!settled && autosave.kind === "failed") throw autosave.error;
        const headers = { "If-Match": String(version) };
        const answer = await call(revertProject, { locale, headers });
        queries.setQueryData(projectQuery(locale).queryKey, answer);
      }),
    restore: () =>
      run("restore", async () => {
        const answer = await call(restoreProject, { locale });
        queries.setQueryData(projectQuery(locale).queryKey, answer);
      }),
  };
}

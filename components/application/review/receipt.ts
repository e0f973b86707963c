import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { getReceipt, getTimeline } from "@/contract/project/project";
import { call } from "@/lib/api/call";
import { hrefOf } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import { useApplication } from "../application-context";

export type Receipt = { number: string | null; sha256: string | null };

/** Returns the URL of the receipt's PDF in the page's language. */
export function useReceiptPath(): string {
  return hrefOf(getReceipt, { locale: useLocale() });
}

async function readReceipt(locale: string, signal: AbortSignal): Promise<Receipt> {
  try {
    const { events } = await call(getTimeline, { locale, signal });
    // Events are sorted newest first, so the first event of sending has the latest receipt. Only the latest receipt is
    // valid.
    const sent = events.find(({ type }) => type === "sent" || type === "sent_again");
    const text = (value: unknown) => (typeof value === "string" ? value : null);
    return { number: text(sent?.data.number), sha256: text(sent?.data.sha256) };
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found")
      return { number: null, sha256: null };
    throw error;
  }
}

/** Query for the receipt. The query key contains the time of sending, because sending again creates another receipt. */
export function receiptQuery(locale: string, sentAt: string | null) {
  return queryOptions({
    queryKey: ["receipt", sentAt],
    queryFn: ({ signal }) => readReceipt(locale, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: sentAt !== null,
  });
}

/** Returns the number and hash of the valid receipt, or null while they are unknown. */
export function useReceipt(): Receipt | null {
  const { answer } = useApplication();
  return useQuery(receiptQuery(useLocale(), answer.projectSentAt)).data ?? null;
}

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useHydrated } from "@/components/ui/use-hydrated";
import { getStandstill } from "@/contract/staff/today";
import { readOf } from "@/lib/api/query";

/** How often the staff area looks again, ms. */
export const EVERY = 30_000;

/** What of ours stands still, read again every half minute; undefined while nobody knows. */
export function useStandstill() {
  const locale = useLocale();
  const { data } = useQuery({ ...readOf(getStandstill, { locale }), refetchInterval: EVERY });
  // What one part of the page has read already is not what the server drew of another one.
  return useHydrated() ? data : undefined;
}

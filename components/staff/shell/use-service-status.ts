import { useLocale } from "next-intl";
import { useHydrated } from "@/components/ui/use-hydrated";
import { getStandstill } from "@/contract/staff/checks";
import { readOf } from "@/lib/api/query";
import { useRefreshedQuery } from "./use-refreshed-query";

/** Milliseconds between refetches of data in the control room. */
export const EVERY = 30_000;

/** Returns the current service problems, refetched every 30 seconds; undefined until loaded. */
export function useServiceStatus() {
  const locale = useLocale();
  const { data } = useRefreshedQuery({
    ...readOf(getStandstill, { locale }),
    refetchInterval: EVERY,
  });
  // During hydration, return undefined like the server, even if another component has already loaded the data.
  return useHydrated() ? data : undefined;
}

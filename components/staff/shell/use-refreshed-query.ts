import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useSwitch } from "@/lib/browser/use-remembered";

/**
 * Returns whether the pages of the control room refresh automatically, and a function to change it. WCAG 2.2.2: users
 * must be able to pause content that changes while they read.
 */
export const useRefreshEnabled = () => useSwitch("staff.refresh");

/** Queries data that refreshes at its `refetchInterval`, unless the user has paused the refresh. */
export function useRefreshedQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const [on] = useRefreshEnabled();
  return useQuery(on ? options : { ...options, refetchInterval: false });
}

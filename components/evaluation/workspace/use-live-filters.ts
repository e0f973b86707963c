import { useEffect } from "react";
import type { AnswerOf } from "@/contract/endpoint";
import type { ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import type { getNeighbours } from "@/contract/evaluation/evaluation-work";
import { projectAddress, unfiltered } from "../list/list-query";
import { useAddress } from "../use-address";

/**
 * Removes filters from the URL if no project matches them any more. Otherwise the back link would lead to an empty
 * list.
 */
export function useLiveFilters(
  id: string,
  query: ProjectListQuery,
  around: AnswerOf<typeof getNeighbours> | undefined,
  isLeft: () => boolean,
): void {
  const address = useAddress();
  const whole = around?.filtered === false ? projectAddress(id, unfiltered(query)) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address says what to do
  useEffect(() => {
    if (whole !== null && !isLeft()) address.replace(whole);
  }, [whole]);
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import type { BodyOf } from "@/contract/endpoint";
import type {
  agreeToSummary,
  Discussion,
  discuss,
  reviseScores,
  summarize,
} from "@/contract/evaluation/discussion";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { discussionQuery } from "@/lib/api/evaluation-query";

type Changing = typeof discuss | typeof reviseScores | typeof summarize | typeof agreeToSummary;

/**
 * Returns a function that sends a change of a discussion and puts the server's response into the query cache. Also
 * returns whether a change is in progress, and the error code of a failed change.
 */
export function useChange<E extends Changing>(endpoint: E, shown: Discussion) {
  const locale = useLocale();
  const client = useQueryClient();
  const { id, round } = shown;
  const key = discussionQuery(locale, id, round?.number).queryKey;
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: ({ body, ifMatch }: { body: object; ifMatch?: number | undefined }) =>
      call(endpoint as typeof summarize, {
        ...{ locale, params: { id } },
        body: { ...body, ...(round && { round: round.number }) } as BodyOf<typeof summarize>,
        ...(ifMatch !== undefined && { headers: { "If-Match": String(ifMatch) } }),
      }),
    onSuccess: (answer) => client.setQueryData(key, answer),
    onError(failure) {
      // Refetch the discussion: another window or evaluator changed the summary, or the discussion has ended.
      if (failure instanceof ApiError && [403, 412].includes(failure.status)) {
        void client.invalidateQueries({ queryKey: key });
      }
    },
  });
  const code = error instanceof ApiError ? error.code : error ? ("bad_answer" as const) : null;
  /** Sends a change of the discussion. Returns whether the back end stored the change. */
  async function send(body: object, ifMatch?: number): Promise<boolean> {
    return mutateAsync({ body, ifMatch }).then(
      () => true,
      () => false,
    );
  }
  return { send, busy: isPending, code };
}

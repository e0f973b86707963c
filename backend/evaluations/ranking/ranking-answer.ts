import { rankingSchema } from "@/contract/evaluation/evaluation-schemas";
import type * as contract from "@/contract/evaluation/evaluations";
import { PRIVATE_HEADERS } from "../../http/failure";
import type { Call } from "../../http/serve";
import { editionOf } from "../edition";
import { requireResults, roundFor } from "../own-rounds";
import { keyOf, markOf, rankingOf } from "./kept-ranking";
import { keepResults } from "./kept-results";

const keptTexts = keepResults<string>();

/**
 * Creates the endpoint that returns means and ranks of closed evaluations. Only evaluators who have closed their
 * evaluation can read these results, so that the results do not influence open scores.
 *
 * All evaluators get the same response, so it is cached as one text per round. Closing or reopening an evaluation,
 * revising scores, and resubmitting or withdrawing a project invalidate the cache. So do changed conflicts of interest,
 * released decisions, and changed numbers of places per stage. Each request checks the caller's access again.
 */
export async function getRanking({
  db,
  caller,
  query,
  arrivedAt,
  config,
}: Call<typeof contract.getRanking>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const round = await roundFor({ db, caller, arrivedAt, config }, edition, query.round);
  await requireResults(db, round, caller.id);
  const { places } = edition;
  const mark = await markOf(db, round);
  const text = await keptTexts(
    db,
    { key: keyOf(round), mark: `${mark} ${JSON.stringify(places)}` },
    async () => {
      const { judgements: _, ...ranking } = await rankingOf(db, round, mark);
      return JSON.stringify(rankingSchema.parse({ ...ranking, places }));
    },
  );
  return new Response(text, {
    headers: { ...PRIVATE_HEADERS, "Content-Type": "application/json" },
  });
}

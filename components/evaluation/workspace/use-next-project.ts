import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useErrorMessages } from "@/components/forms/error-messages";
import { useAskSignIn } from "@/components/submission/sign-in-again";
import { showErrorToast } from "@/components/ui/overlays/toast";
import type {
  ProjectForEvaluation,
  ProjectListQuery,
} from "@/contract/evaluation/evaluation-schemas";
import { getNextProject } from "@/contract/evaluation/evaluation-work";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import {
  neighboursQuery,
  projectForEvaluationQuery,
  projectsQuery,
} from "@/lib/api/evaluation-query";
import { inTime } from "@/lib/draft/server";
import { useRouter } from "@/lib/i18n/navigation";
import { listQueryOf, projectAddress, reviewAddress } from "../list/list-query";
import type { LeavingForm } from "../scoring/use-leaving-form";
import { useAddress } from "../use-address";

/**
 * The project that the server chose last. The chosen project does not have to follow the previous project in the list.
 */
let chosen: string | null = null;

/**
 * Query options for a request that must succeed before the evaluator leaves a project. The request ignores the cache,
 * fails without retries even if the browser seems offline, and shows its error in the workspace (query-provider.tsx).
 */
const NOW = { staleTime: 0, networkMode: "always", retry: false, meta: { beside: true } } as const;

/** Where the evaluator goes from a project. `outside` marks a page outside the workspace. */
type Target = { address: string; outside?: boolean; chosen?: string };

/**
 * Returns the actions that leave a project. Each action saves first. If saving fails, the save state shows the reason,
 * and only the action that opens the list continues. The next page's data loads before the current project disappears,
 * so a lost connection leaves the page unchanged.
 */
export function useNextProject(
  { id, edition }: ProjectForEvaluation,
  query: ProjectListQuery,
  flush: () => Promise<boolean>,
  leaving: LeavingForm,
) {
  const t = useTranslations("evaluation.cockpit");
  const errors = useErrorMessages();
  const locale = useLocale();
  const router = useRouter();
  const address = useAddress();
  const askSignIn = useAskSignIn();
  const queries = useQueryClient();

  /** Loads the data of the next page. Fails after the same time limit as a save. */
  function load<A>({ queryKey }: { queryKey: QueryKey }, fetch: () => Promise<A>): Promise<A> {
    return inTime((signal) => {
      signal.addEventListener("abort", () => void queries.cancelQueries({ queryKey }));
      return fetch();
    });
  }

  async function projectTarget(project: string): Promise<Target> {
    const wanted = projectForEvaluationQuery(locale, project, query.round);
    await load(wanted, () => queries.fetchQuery({ ...wanted, ...NOW }));
    return { address: projectAddress(project, query) };
  }

  /** Leaves the score form. The form is locked until the next page appears or leaving fails. */
  async function leave(find: () => Promise<Target | null>, saved: "saved" | "as it is" = "saved") {
    const isCurrent = leaving.begin("project");
    try {
      const isSaved = await flush();
      const target = isSaved || saved === "as it is" ? await find() : null;
      if (!isCurrent()) return;
      if (!target) return leaving.end();
      chosen = target.chosen ?? null;
      if (target.outside) router.push(target.address);
      else address.push(target.address);
    } catch (cause) {
      if (!isCurrent()) return;
      leaving.end();
      const code = cause instanceof ApiError ? cause.code : "bad_answer";
      if (code === "not_authenticated") askSignIn(() => void leave(find, saved));
      else showErrorToast(t("noNext"), errors(code));
    }
  }

  /** Ignores a second press while the first is still loading, so that no project is skipped. */
  const once = (go: () => void) => () => {
    if (!leaving.isLeft()) go();
  };

  /**
   * Opens the previous or the next project. If a key is pressed before the neighbouring projects are known, the action
   * requests them first.
   */
  const goBeside = (which: "previous" | "next") =>
    once(() => {
      void leave(async () => {
        const wanted = neighboursQuery(locale, id, query);
        const around =
          queries.getQueryData(wanted.queryKey) ??
          (await load(wanted, () => queries.fetchQuery({ ...wanted, ...NOW })));
        const project = around[which];
        return project && projectTarget(project.id);
      });
    });

  return {
    goTo: (project: { id: string }) => void leave(() => projectTarget(project.id)),
    /** Opens the list of projects, even if changes cannot be saved, because the browser keeps the changes. */
    goToList: (list: string) =>
      void leave(async () => {
        const wanted = projectsQuery(locale, listQueryOf(new URLSearchParams(list.split("?")[1])));
        await load(wanted, () => queries.fetchQuery({ ...wanted, ...NOW }));
        return { address: list };
      }, "as it is"),
    goPrevious: goBeside("previous"),
    goNext: goBeside("next"),
    /**
     * "Save and next": opens the next project, which the server chooses. If no project is left, opens the final check,
     * where the evaluator closes the evaluation.
     */
    goOn: once(() => {
      void leave(async () => {
        const request = { locale, query: { edition, after: id, round: query.round } };
        const { project } = await inTime((signal) => call(getNextProject, { ...request, signal }));
        if (!project) return { address: reviewAddress(query), outside: true };
        return { ...(await projectTarget(project.id)), chosen: project.id };
      });
    }),
    /** Opens the same project without the list's filters. */
    unfilter: address.replace,
    /**
     * Whether the server chose this project. A chosen project does not have to follow the previous project in the list.
     */
    chosen: chosen === id,
  };
}

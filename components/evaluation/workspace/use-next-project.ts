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

/** The project that the server chose last. Its position in the list does not follow the previous one. */
let chosen: string | null = null;

/**
 * Query options for a request that a departure waits for. It is always fresh, fails immediately even if the browser
 * believes it is offline, and its error is shown here (query-provider.tsx).
 */
const NOW = { staleTime: 0, networkMode: "always", retry: false, meta: { beside: true } } as const;

/** Target of a departure. `outside` is a page outside the workspace. */
type Target = { address: string; outside?: boolean; chosen?: string };

/**
 * Returns the ways to leave a project. Each saves first. If saving fails, the evaluator stays, and the state line shows
 * the reason. The next project loads before this one disappears, so a lost connection also keeps this project.
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

  /** Loads the next page's data, with the same time limit as a save. */
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

  /** Leaves the score form. The form is locked until the next page shows or leaving fails. */
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

  /** Runs one departure per press, so that a second press does not skip a project. */
  const once = (go: () => void) => () => {
    if (!leaving.isLeft()) go();
  };

  /** Opens a neighbour. A key can be pressed before the neighbours are loaded, so it waits for them. */
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
    /** Opens the list, even if changes cannot be saved: this browser keeps the changes. */
    goToList: (list: string) =>
      void leave(async () => {
        const wanted = projectsQuery(locale, listQueryOf(new URLSearchParams(list.split("?")[1])));
        await load(wanted, () => queries.fetchQuery({ ...wanted, ...NOW }));
        return { address: list };
      }, "as it is"),
    goPrevious: goBeside("previous"),
    goNext: goBeside("next"),
    /** "Save and next": the server chooses the next project. If none is left, opens the review before closing. */
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
    /** Whether the server chose this project, so that it does not follow the previous one in the list. */
    chosen: chosen === id,
  };
}

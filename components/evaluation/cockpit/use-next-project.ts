import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useErrorWords } from "@/components/forms/error-words";
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
import { useAskSignIn } from "../evaluation-session";
import { listQueryOf, projectAddress, reviewAddress } from "../list/list-query";
import { useAddress } from "./use-address";
import type { LeavingSheet } from "./use-leaving-sheet";

/** The project that the fair choice led to last: its place in the list is then a leap. */
let chosen: string | null = null;

/**
 * A read that a departure waits for: fresh; an error at once, also where the browser takes itself to be
 * offline, and shown here (query-provider.tsx).
 */
const NOW = { staleTime: 0, networkMode: "always", retry: false, meta: { beside: true } } as const;

/** What a departure leads to: `outside` is a page that the cockpit does not open itself. */
type Target = { address: string; outside?: boolean; chosen?: string };

/**
 * The ways on from a project. Each saves first: a refusal keeps the person here, with its reason in the
 * state line. The next project is loaded before this one goes, so that a lost connection keeps it, too.
 */
export function useNextProject(
  { id, edition }: ProjectForEvaluation,
  query: ProjectListQuery,
  flush: () => Promise<boolean>,
  leaving: LeavingSheet,
) {
  const t = useTranslations("evaluation.cockpit");
  const errors = useErrorWords();
  const locale = useLocale();
  const router = useRouter();
  const address = useAddress();
  const askSignIn = useAskSignIn();
  const queries = useQueryClient();

  /** Loads what the next page shows, within the time of a save. */
  function load<A>({ queryKey }: { queryKey: QueryKey }, fetch: () => Promise<A>): Promise<A> {
    return inTime((signal) => {
      signal.addEventListener("abort", () => void queries.cancelQueries({ queryKey }));
      return fetch();
    });
  }

  async function projectTarget(project: string): Promise<Target> {
    const wanted = projectForEvaluationQuery(locale, project);
    await load(wanted, () => queries.fetchQuery({ ...wanted, ...NOW }));
    return { address: projectAddress(project, query) };
  }

  /** Leaves the sheet: it takes no change from here on, until the next page is there or this failed. */
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

  /** One press is one departure: a second one does not skip a project. */
  const once = (go: () => void) => () => {
    if (!leaving.isLeft()) go();
  };

  /** A key can be pressed before the neighbours are known: it waits for them. */
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
    /** To the list, also with changes that cannot be saved: this browser keeps them. */
    goToList: (list: string) =>
      void leave(async () => {
        const wanted = projectsQuery(locale, listQueryOf(new URLSearchParams(list.split("?")[1])));
        await load(wanted, () => queries.fetchQuery({ ...wanted, ...NOW }));
        return { address: list };
      }, "as it is"),
    goPrevious: goBeside("previous"),
    goNext: goBeside("next"),
    /** "Save and next": the server says which; when nothing is left to score, the review before closing. */
    goOn: once(() => {
      void leave(async () => {
        const request = { locale, query: { edition, after: id } };
        const { project } = await inTime((signal) => call(getNextProject, { ...request, signal }));
        if (!project) return { address: reviewAddress(query), outside: true };
        return { ...(await projectTarget(project.id)), chosen: project.id };
      });
    }),
    /** The same project without the list's filters. */
    unfilter: address.replace,
    /** It did not come next in the list: the server chose it. */
    chosen: chosen === id,
  };
}

import { CancelledError, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorWords } from "@/components/forms/error-words";
import { showErrorToast } from "@/components/ui/overlays/toast";
import type {
  ProjectForEvaluation,
  ProjectListQuery,
} from "@/contract/evaluation/evaluation-schemas";
import { getNextProject } from "@/contract/evaluation/evaluation-work";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { neighboursQuery } from "@/lib/api/evaluation-query";
import { useRouter } from "@/lib/i18n/navigation";
import { useAskSignIn } from "../evaluation-session";
import { projectAddress, reviewAddress } from "../list/list-query";

/** The project that the fair choice led to last: its place in the list is then a leap. */
let chosen: string | null = null;

/**
 * The ways on from a project. Each waits for what is being saved: a refusal keeps the person here,
 * with its reason in the state line.
 */
export function useNextProject(
  { id, edition }: ProjectForEvaluation,
  query: ProjectListQuery,
  flush: () => Promise<boolean>,
) {
  const t = useTranslations("evaluation.cockpit");
  const errors = useErrorWords();
  const locale = useLocale();
  const router = useRouter();
  const askSignIn = useAskSignIn();
  const queries = useQueryClient();
  const [going, setGoing] = useState(false);

  async function goTo(project: { id: string } | null | undefined) {
    if (!project || !(await flush())) return;
    chosen = null;
    router.push(projectAddress(project.id, query));
  }

  /** A key may be pressed before the neighbours are known: it waits for them. */
  async function goBeside(which: "previous" | "next") {
    try {
      const around = await queries.ensureQueryData(neighboursQuery(locale, id, query));
      await goTo(around[which]);
    } catch (cause) {
      tell(cause, () => void goBeside(which));
    }
  }

  function tell(cause: unknown, again: () => void) {
    // The person has navigated away meanwhile.
    if (cause instanceof CancelledError) return;
    const code = cause instanceof ApiError ? cause.code : "bad_answer";
    if (code === "not_authenticated") askSignIn(again);
    else showErrorToast(t("noNext"), errors(code));
  }

  /** "Save and next": the server says which; when nothing is left to score, the review before closing. */
  async function goOn() {
    if (going) return;
    setGoing(true);
    try {
      if (!(await flush())) return;
      const { project } = await call(getNextProject, { locale, query: { edition, after: id } });
      chosen = project?.id ?? null;
      router.push(project ? projectAddress(project.id, query) : reviewAddress(query));
    } catch (cause) {
      tell(cause, () => void goOn());
    } finally {
      setGoing(false);
    }
  }

  return { goTo, goBeside, goOn, going, chosen: chosen === id };
}

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { showErrorToast } from "@/components/ui/toast";
import type { ProjectForEvaluation, ProjectListQuery } from "@/contract/evaluation-schemas";
import { getNextProject } from "@/contract/evaluation-work";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useRouter } from "@/lib/i18n/navigation";
import { useAskSignIn } from "./evaluation-session";
import { projectAddress, reviewAddress } from "./list-query";

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
  const errors = useTranslations("errors");
  const locale = useLocale();
  const router = useRouter();
  const askSignIn = useAskSignIn();
  const [going, setGoing] = useState(false);

  async function goTo(project: { id: string } | null | undefined) {
    if (project && (await flush())) router.push(projectAddress(project.id, query));
  }

  /** "Save and next": the server says which; when nothing is left to score, the review before closing. */
  async function goOn() {
    if (going) return;
    setGoing(true);
    try {
      if (!(await flush())) return;
      const { project } = await call(getNextProject, { locale, query: { edition, after: id } });
      router.push(project ? projectAddress(project.id, query) : reviewAddress(query));
    } catch (cause) {
      const code = cause instanceof ApiError ? cause.code : "bad_answer";
      if (code === "not_authenticated") askSignIn(() => void goOn());
      else showErrorToast(t("noNext"), errors(code));
    } finally {
      setGoing(false);
    }
  }

  return { goTo, goOn, going };
}

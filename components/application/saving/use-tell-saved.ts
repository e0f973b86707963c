import { useTranslations } from "next-intl";
import { useErrorWords } from "@/components/forms/error-words";
import { showErrorToast, showToast } from "@/components/ui/overlays/toast";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import type { ApiError } from "@/lib/api/error";
import { percentFilled } from "../application-state";

/** The toasts about saves. */
export function useTellSaved() {
  const t = useTranslations("project");
  const reason = useErrorWords();
  return {
    /** Says whether required fields are missing (rule application.partial-save). */
    saved: (answer: ProjectAnswer) =>
      showToast(t(percentFilled(answer) === 100 ? "saved.completed" : "saved.partial")),
    /** Fields arrived from another window. */
    taken: (count: number) => showToast(t("taken", { count })),
    failed: (error: ApiError) => showErrorToast(t("failed.save"), reason(error.code)),
  };
}

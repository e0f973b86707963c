import { useTranslations } from "next-intl";
import { showErrorToast, showToast } from "@/components/ui/toast";
import type { SaveReport } from "@/contract/project-schemas";
import type { ApiError } from "@/lib/api/error";

/** The brief messages about saves. */
export function useTellSaved() {
  const t = useTranslations("project");
  const reason = useTranslations("errors");
  return {
    /** "Saving with missing required fields reports a partial save" (specification part 4). */
    saved: ({ status }: SaveReport) => showToast(t(`saved.${status}`)),
    /** Fields of another window came in. */
    taken: (count: number) => showToast(t("taken", { count })),
    failed: (error: ApiError) => showErrorToast(t("failed.save"), reason(error.code)),
  };
}

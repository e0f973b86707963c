import { useLocale, useTranslations } from "next-intl";
import { useErrorMessages } from "@/components/forms/error-messages";
import { dropErrorToast, showErrorToast, showToast } from "@/components/ui/overlays/toast";
import { listIn } from "@/contract/languages";
import type { SavedField } from "@/contract/project/project-fields";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import type { ApiError } from "@/lib/api/error";
import { percentFilled } from "../application-state";
import { useFieldMessages } from "../field-messages";

/** Id of the toast about a failed save. */
const FAILED = "save-failed";

/**
 * Returns functions that report the result of a save: `saved` returns a text for the save bar, the other functions show
 * toasts.
 */
export function useTellSaved() {
  const t = useTranslations("project");
  const reason = useErrorMessages();
  const locale = useLocale();
  const words = useFieldMessages();
  return {
    /**
     * Returns the text after a save: which fields were not saved, or whether required fields are missing. Rule:
     * application.partial-save.
     */
    saved(answer: ProjectAnswer, leftOut: SavedField[]): string {
      const fields = listIn(
        locale,
        leftOut.map((field) => words.label(field)),
      );
      if (leftOut.length > 0) return t("saved.except", { fields });
      return t(percentFilled(answer) === 100 ? "saved.completed" : "saved.partial");
    },
    /** Reports that the draft received changed fields from another window. */
    taken: (count: number) => showToast(t("taken", { count })),
    failed: (error: ApiError) => showErrorToast(t("failed.save"), reason(error.code), FAILED),
    /** Removes the report of a failed save after a later attempt, such as an automatic retry, has succeeded. */
    resolved: () => dropErrorToast(FAILED),
  };
}

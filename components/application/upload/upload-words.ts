import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useErrorWords } from "@/components/forms/error-words";
import { FIGURES } from "@/contract/figures";
import { listIn } from "@/contract/languages";
import { clockWords } from "@/contract/project/file-facts";
import { fileRule, lengthLimits } from "@/contract/project/file-rules";
import type { FileField } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { extensionOf, isPlayed } from "@/contract/project/uploads";
import { useSize } from "@/lib/i18n/use-size";
import { secondsLeft, type UploadState } from "@/lib/uploads/upload-state";
import { useShortTime } from "../saving/save-line";

type Refused = Extract<UploadState, { kind: "refused" }>;

/** The words of uploads. */
export function useUploadWords() {
  const t = useTranslations("uploads");
  const errors = useErrorWords();
  const size = useSize();
  const format = useFormatter();
  const locale = useLocale();
  const shortTime = useShortTime();

  return {
    /** "Al massimo 20 slide, .pdf o .ppt, fino a 100 MB." */
    rule(field: FileField): string {
      const formats = listIn(locale, fileRule(field).extensions, "disjunction");
      return t(`rule.${field}`, { ...FIGURES, formats });
    },
    /**
     * Why the file was refused: with what was counted, where that is known, and the way out. Size and type
     * have the catalogue's own sentences.
     */
    refusal(field: FileField, { name, code, found }: Refused): string {
      const { extensions, maxBytes } = fileRule(field);
      if (code === "too_large") return t("tooLarge", { value: size(maxBytes) });
      if (code === "file_type_not_allowed") {
        const sentence = t("typeNotAllowed", { values: extensions.join(", ") });
        return extensionOf(name) === ".pptx" ? `${sentence} ${t("fromPptx")}` : sentence;
      }
      const { slides, seconds } = lengthLimits(field);
      if (found !== undefined && slides !== null) return t("foundSlides", { found, max: slides });
      if (found !== undefined && seconds !== null)
        return t("foundLength", {
          found: clockWords(Math.ceil(found)),
          max: clockWords(Math.floor(seconds)),
        });
      return errors(code);
    },
    /** What the applicant should know of a file that was accepted all the same. */
    remark: (file: ProjectFile) =>
      fileRule(file.field).holds === "video" && !isPlayed(file.name) ? t("notPlayed") : null,
    /** "14 slide, 8,4 MB, caricato ieri alle 18:40" */
    about(file: ProjectFile): string {
      const parts = [
        file.pages !== undefined && t("slides", { count: file.pages }),
        file.duration !== undefined && t("length", { time: clockWords(file.duration) }),
        size(file.size),
        t("uploaded", { time: shortTime(file.uploaded_at) }),
      ];
      return parts.filter(Boolean).join(", ");
    },
    /** "47,1 di 76 MB, 1,2 MB al secondo, circa 40 secondi." */
    flight(state: Extract<UploadState, { sent: number }>): string {
      const sent = size(state.sent);
      const total = size(state.total);
      const unit = total.slice(-2);
      const short = sent.endsWith(unit) ? sent.slice(0, -3) : sent;
      const parts = [t("sentOf", { sent: short, total })];
      if (state.kind === "rising" && state.speed) {
        parts.push(t("speed", { speed: size(state.speed) }));
        const left = secondsLeft(state) ?? 0;
        parts.push(
          left < 90
            ? t("secondsLeft", { count: Math.max(1, Math.round(left / 5) * 5) })
            : t("minutesLeft", { count: Math.round(left / 60) }),
        );
      }
      return `${parts.join(", ")}.`;
    },
    percent: (value: number) => format.number(value / 100, { style: "percent" }),
  };
}

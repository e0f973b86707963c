import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useRefusalMessages } from "@/components/forms/refusal-messages";
import { languageName, listIn } from "@/contract/languages";
import { clockWords } from "@/contract/project/file-facts";
import { fileRule } from "@/contract/project/file-rules";
import type { FileField } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { notPlayed } from "@/contract/project/uploads";
import { FIGURES } from "@/contract/quoted-numbers";
import { useSize } from "@/lib/i18n/use-size";
import { secondsLeft, type UploadState } from "@/lib/uploads/upload-state";
import { useShortTime } from "../use-date-format";

/** Returns the texts about file uploads. */
export function useUploadMessages() {
  const t = useTranslations("uploads");
  const refusal = useRefusalMessages();
  const size = useSize();
  const format = useFormatter();
  const locale = useLocale();
  const shortTime = useShortTime();

  /** Returns the length of a deck or a video, such as "14 slides" or "length 1:32". */
  function factsOf({ pages, duration }: ProjectFile): string {
    if (pages !== undefined) return t("slides", { count: pages });
    return duration !== undefined ? t("length", { time: clockWords(duration) }) : "";
  }

  const words = {
    /** The rule for the files that a field accepts, such as "At most 20 slides, .pdf or .ppt, up to 100 MB." */
    rule(field: FileField): string {
      const formats = listIn(locale, fileRule(field).extensions, "disjunction");
      return t(`rule.${field}`, { ...FIGURES, formats });
    },
    refusal,
    /**
     * Returns a warning about an accepted file, for example a video that some browsers cannot play. Returns null if no
     * warning applies.
     */
    remark(file: ProjectFile): string | null {
      const missing = fileRule(file.field).holds === "video" ? notPlayed(file) : null;
      if (!missing) return null;
      const codec = (missing === "sound" ? file.sound_codec : file.codec) ?? "";
      const sentence = t(`notPlayed.${missing}`, { codec });
      return file.codec?.startsWith("HEVC") && missing === "picture"
        ? `${sentence} ${t("notPlayed.iphone")}`
        : sentence;
    },
    /**
     * The screen reader announcement of an uploaded file, such as "Pitch deck uploaded: 3 slides".
     */
    arrived(title: string, file: ProjectFile): string {
      const facts = factsOf(file) || size(file.size);
      const remark = words.remark(file);
      const sentence = t("arrived", { title, facts });
      return remark ? `${sentence}. ${remark}` : sentence;
    },
    /**
     * The details of an uploaded file, such as "14 slides, 8.4 MB, uploaded yesterday at 18:40".
     */
    about(file: ProjectFile): string {
      const parts = [
        factsOf(file),
        size(file.size),
        t("uploaded", { time: shortTime(file.uploaded_at) }),
        file.captions &&
          t("captions.about", { language: languageName(locale, file.captions.language) }),
      ];
      return parts.filter(Boolean).join(", ");
    },
    /** The progress of an upload, such as "47.1 of 76 MB, 1.2 MB per second, about 40 seconds." */
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
  return words;
}

import { useTranslations } from "next-intl";
import { ERROR_CODES, type FileFinding, fileFindingSchema } from "@/contract/errors";
import { clockWords } from "@/contract/project/file-facts";
import { fileRule, lengthLimits } from "@/contract/project/file-rules";
import { FILE_FIELDS, type FileField } from "@/contract/project/project-fields";
import { extensionOf } from "@/contract/project/uploads";
import { FIGURES } from "@/contract/quoted-numbers";
import { useSize } from "@/lib/i18n/use-size";
import { useErrorMessages } from "./error-messages";

/** A file that the server rejected. The code `file_changed` comes from the browser, during the upload. */
type Refusal = {
  name: string;
  code: Parameters<ReturnType<typeof useErrorMessages>>[0] | "file_changed";
} & FileFinding;

/** The file type that results from each export instruction shown to the user. */
const EXPORTED = {
  fromPptx: ".pdf",
  fromKeynote: ".pdf",
  fromImpress: ".pdf",
  fromHeic: ".jpg",
  fromArchive: ".zip",
} as const;
/** The export instruction to show for each file type that the site does not accept. */
const FROM_PROGRAM: Readonly<Record<string, keyof typeof EXPORTED>> = {
  ".pptx": "fromPptx",
  ".pptm": "fromPptx",
  ".ppsx": "fromPptx",
  ".pps": "fromPptx",
  ".ppsm": "fromPptx",
  ".potx": "fromPptx",
  ".potm": "fromPptx",
  ".key": "fromKeynote",
  ".odp": "fromImpress",
  ".rar": "fromArchive",
  ".7z": "fromArchive",
  ".tar": "fromArchive",
  ".gz": "fromArchive",
  ".heic": "fromHeic",
  ".heif": "fromHeic",
};

/**
 * Returns a function that explains why a file was rejected and what to do next, with the measured value if known.
 * Errors of size and type have fixed sentences.
 */
export function useRefusalMessages(): (field: FileField, refusal: Refusal) => string {
  const t = useTranslations("uploads");
  const errors = useErrorMessages();
  const size = useSize();
  return (field, { name, code, reason, found, hidden = 0, named = "" }) => {
    const { extensions, maxBytes } = fileRule(field);
    const { slides, seconds } = lengthLimits(field);
    const values = extensions.join(", ");
    const extension = name.slice(name.lastIndexOf("."));
    if (code === "file_changed") return t("reason.changed");
    if (code === "too_large")
      return `${t("tooLarge", { value: size(maxBytes) })} ${t(`smaller.${field}`)}`;
    /**
     * Adds to the error message how to export the file as a type that the field accepts, for example a presentation as
     * PDF. If no such export is known, adds a general sentence.
     */
    const withExport = (sentence: string, type: string) => {
      const from = FROM_PROGRAM[type];
      const isUseful = from && extensions.includes(EXPORTED[from]);
      return `${sentence} ${t(isUseful ? from : "fromOther")}`;
    };
    if (code === "file_type_not_allowed")
      return withExport(t("typeNotAllowed", { values }), extensionOf(name));
    // The file's content has another type than its extension. The extension is allowed, so a list of allowed types
    // would not explain the error. The message names the real type instead.
    if (reason === "pptx")
      return withExport(t("reason.other_content", { named: ".pptx", extension }), ".pptx");
    if (code === "file_too_many_slides" && found !== undefined && slides !== null)
      return t("foundSlides", { found, hidden, max: slides });
    if (code === "file_too_long" && found !== undefined && seconds !== null)
      return t("foundLength", {
        found: clockWords(Math.ceil(found)),
        max: clockWords(Math.floor(seconds)),
      });
    if (reason === "heic") return withExport(t("reason.heic", { extension }), ".heic");
    if (reason === "password" && extensionOf(name) === ".zip") return t("reason.password_zip");
    if (reason === "other_type" && extensions.includes(extensionOf(`a${named}`)))
      return t("reason.other_name", { named, extension });
    if (reason === "other_type" && FROM_PROGRAM[named])
      return withExport(t("reason.other_content", { named, extension }), named);
    if (!reason) return errors(code);
    return t(`reason.${reason}`, { ...FIGURES, found: found ?? 0, named, extension, values });
  };
}

/** Returns a function that explains why a file in the timeline was rejected; "" if the reason is unknown. */
export function useRecordedRefusal(): (facts: Readonly<Record<string, unknown>>) => string {
  const refusal = useRefusalMessages();
  return (facts) => {
    const field = FILE_FIELDS.find((name) => name === facts.field);
    const code = ERROR_CODES.find((name) => name === facts.code);
    const finding = fileFindingSchema.safeParse(facts);
    return field && code ? refusal(field, { name: String(facts.name), code, ...finding.data }) : "";
  };
}

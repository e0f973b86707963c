import { useTranslations } from "next-intl";
import { FIGURES } from "@/contract/figures";

/** Returns the function that turns an error code into words (namespace `errors`), limits included. */
export function useErrorWords() {
  const t = useTranslations("errors");
  return (code: Parameters<typeof t>[0]) => t(code, FIGURES);
}

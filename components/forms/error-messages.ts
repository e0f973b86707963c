import { useTranslations } from "next-intl";
import { FIGURES } from "@/contract/quoted-numbers";

/**
 * Returns a function that turns an error code into a message (namespace `errors`). The function fills in the limits
 * that a message names.
 */
export function useErrorMessages() {
  const t = useTranslations("errors");
  return (code: Parameters<typeof t>[0]) => t(code, FIGURES);
}

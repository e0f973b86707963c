import { useTranslations } from "next-intl";
import { FIELD_CODES } from "@/contract/errors";
import { FIRST_YEAR } from "@/contract/fields";

/** Error codes of fields that only forms use. The API never sends these codes for a field. */
const FORM_CODES = ["weak_password", "mismatch", "captcha_failed", "other_number"] as const;

const KNOWN = [...FIELD_CODES, ...FORM_CODES] as const;
export type FieldMessageId = (typeof KNOWN)[number];

/** The numbers that an error message of a field can contain. */
export interface FieldMessageValues {
  /** The maximum length of a text, or the maximum of a number. */
  limit?: number | undefined;
  /** By how much the text or number exceeds its maximum, if known. */
  over?: number | undefined;
}

function isKnown(id: string): id is FieldMessageId {
  return (KNOWN as readonly string[]).includes(id);
}

/**
 * Returns a function that turns a field's error code into a message (namespace `fieldErrors`). The code comes from a
 * form's schema or from the API. An unknown code results in the message of `invalid_type`, so that users never see a
 * code.
 */
export function useFieldMessage(): (id: string, values?: FieldMessageValues) => string {
  const t = useTranslations("fieldErrors");
  return (id, { limit = 0, over = 0 } = {}) =>
    t(isKnown(id) ? id : "invalid_type", { max: limit, over, firstYear: String(FIRST_YEAR) });
}

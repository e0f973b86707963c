import { useTranslations } from "next-intl";
import { FIELD_CODES } from "@/contract/errors";
import { FIRST_YEAR } from "@/contract/fields";

/** Form message ids that correspond to no single field of the contract. */
const FORM_CODES = ["weak_password", "mismatch", "captcha_failed"] as const;

const KNOWN = [...FIELD_CODES, ...FORM_CODES] as const;
export type FieldMessageId = (typeof KNOWN)[number];

/** Figures a message may name. */
export interface FieldMessageValues {
  /** The largest length or number. */
  limit?: number | undefined;
  /** By how much it is exceeded, where that is known. */
  over?: number | undefined;
}

function isKnown(id: string): id is FieldMessageId {
  return (KNOWN as readonly string[]).includes(id);
}

/**
 * Returns the function that turns a schema message id or a field code into words (namespace
 * `fieldErrors`). An id it does not know reads as `invalid_type`: never a code on the screen.
 */
export function useFieldMessage(): (id: string, values?: FieldMessageValues) => string {
  const t = useTranslations("fieldErrors");
  return (id, { limit = 0, over = 0 } = {}) =>
    t(isKnown(id) ? id : "invalid_type", { max: limit, over, firstYear: String(FIRST_YEAR) });
}

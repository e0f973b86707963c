import { useTranslations } from "next-intl";
import { FIELD_CODES } from "@/contract/errors";
import { FIRST_YEAR } from "@/contract/fields";

/** Form message ids that belong to no single field of the contract. */
const FORM_CODES = ["weak_password", "mismatch", "captcha_failed", "other_number"] as const;

const KNOWN = [...FIELD_CODES, ...FORM_CODES] as const;
export type FieldMessageId = (typeof KNOWN)[number];

/** Numbers that a field message can contain. */
export interface FieldMessageValues {
  /** The maximum length or number. */
  limit?: number | undefined;
  /** The excess over the limit, if known. */
  over?: number | undefined;
}

function isKnown(id: string): id is FieldMessageId {
  return (KNOWN as readonly string[]).includes(id);
}

/**
 * Returns a function that turns a schema message id or a field code into a message (namespace `fieldErrors`). For an
 * unknown id, it returns the message of `invalid_type`, so that users never see a code.
 */
export function useFieldMessage(): (id: string, values?: FieldMessageValues) => string {
  const t = useTranslations("fieldErrors");
  return (id, { limit = 0, over = 0 } = {}) =>
    t(isKnown(id) ? id : "invalid_type", { max: limit, over, firstYear: String(FIRST_YEAR) });
}

import type { Changes, Values } from "./draft-values";

/** What a step knows. Nothing of addresses, requests or messages: the frame sees to those. */
export type StepProps = {
  /** The values as they stand, saved or still on their way. */
  saved: Values;
  /** What is wrong with which (dotted) field, as far as it is to be shown. */
  problems: Readonly<Record<string, string>>;
  /** When the text of this tab was last stored, in words; undefined before the first time. */
  savedNote: (field: keyof Values) => string | undefined;
  /** To be saved; the frame decides when. */
  onSave: (changes: Changes) => void;
  /** Only to be read: texts can still be copied. */
  disabled: boolean;
};

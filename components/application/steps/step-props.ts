import type { Changes, Values } from "@/lib/draft/project-form";

/** What a step knows. Nothing about URLs, requests or toasts: the frame handles those. */
export type StepProps = {
  /** The values as they stand, saved or still on their way. */
  saved: Values;
  /** What is wrong with which (dotted) field, for the problems to be shown. */
  problems: Readonly<Record<string, string>>;
  /** When this tab's text was last stored, in words; undefined before the first time. */
  savedNote: (field: keyof Values) => string | undefined;
  /** To be saved; the frame decides when. */
  onSave: (changes: Changes) => void;
  /** Read-only: texts can still be copied. */
  disabled: boolean;
};

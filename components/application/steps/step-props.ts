import type { Changes, Values } from "@/lib/draft/project-form";

/** Props of a step. A step has no access to URLs, requests, or toasts; the step frame handles them. */
export type StepProps = {
  /** The current values of the fields, saved or not. */
  saved: Values;
  /** The error code of each field with an error to show, by dotted field name. */
  problems: Readonly<Record<string, string>>;
  /** Returns a text with the time when this tab last saved the field; undefined before the first save. */
  savedNote: (field: keyof Values) => string | undefined;
  /** Callback that receives the changed fields. The step frame decides when to save them. */
  onSave: (changes: Changes) => void;
  /** Whether the fields are read-only. Users can still copy the text. */
  disabled: boolean;
};

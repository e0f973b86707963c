import type { Changes, Values } from "@/lib/draft/project-form";

/** Props of a step. A step has no access to URLs, requests, or toasts; the frame handles them. */
export type StepProps = {
  /** The current values, saved or not. */
  saved: Values;
  /** The error code of each (dotted) field to show. */
  problems: Readonly<Record<string, string>>;
  /** The time of this tab's last save as text; undefined before the first save. */
  savedNote: (field: keyof Values) => string | undefined;
  /** Reports changes. The frame decides when to save them. */
  onSave: (changes: Changes) => void;
  /** Read-only: users can still copy text. */
  disabled: boolean;
};

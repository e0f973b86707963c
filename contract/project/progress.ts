import {
  fieldsOf,
  PROJECT_FIELDS,
  type ProjectField,
  REQUIRED_FIELDS,
  STEPS,
  type Step,
} from "./project-fields";

type Values = Readonly<Partial<Record<ProjectField, unknown>>>;

/** Reports whether a value of the application counts as filled (rule application.filled). */
export function isFilled(value: unknown): boolean {
  if (typeof value === "string") return value.length > 0;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Returns the empty required fields of an application, in page order. */
export function missingFields(values: Values): ProjectField[] {
  return REQUIRED_FIELDS.filter((name) => !isFilled(values[name]));
}

/**
 * Returns the percentage of an application's required fields that are filled, rounded half up. 100 means complete (rule
 * application.progress).
 */
export function progress(values: Values): number {
  const filled = REQUIRED_FIELDS.length - missingFields(values).length;
  return Math.round((filled * 100) / REQUIRED_FIELDS.length);
}

export type StepState = "empty" | "partial" | "completed";

/** Returns the progress of a step: its filled and total required fields, and the resulting state. */
export function stepProgress(step: Step, values: Values) {
  const required = fieldsOf(step).filter((name) => PROJECT_FIELDS[name].required);
  const filled = required.filter((name) => isFilled(values[name])).length;
  const state: StepState =
    filled === 0 ? "empty" : filled === required.length ? "completed" : "partial";
  return { filled, required: required.length, state };
}

/**
 * Returns the first step of the application that has an empty required field. If all required fields are filled,
 * returns the last step.
 */
export function firstIncompleteStep(values: Values): Step {
  return STEPS.find((step) => stepProgress(step, values).state !== "completed") ?? "team";
}

export type ProjectStatus = "empty" | "partial" | "completed" | "sent";

/**
 * Returns the status of an application. If the application was sent, the status is always `sent` (rule
 * application.status).
 */
export function projectStatus(values: Values, sent: boolean): ProjectStatus {
  if (sent) return "sent";
  const percent = progress(values);
  if (percent === 0) return "empty";
  return percent === 100 ? "completed" : "partial";
}

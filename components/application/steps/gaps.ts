import { fieldId } from "@/components/forms/field-id";
import { PROJECT_FIELDS, type ProjectField } from "@/contract/project/project-fields";

/** The address of a field: its step, and the field itself. */
export function addressOfField(field: ProjectField): string {
  return `/dashboard/project/${PROJECT_FIELDS[field].step}#${fieldId(field)}`;
}

/** Puts the cursor in a control of this page; false when it is not here. */
export function goToControl(id: string): boolean {
  const control = document.getElementById(id);
  control?.focus();
  control?.scrollIntoView({ block: "center" });
  return control !== null;
}

import { fieldId } from "@/components/forms/field-id";
import { PROJECT_FIELDS, type ProjectField } from "@/contract/project/project-fields";

/** Returns the URL of a form field: the field's step with the field's anchor. */
export function addressOfField(field: ProjectField): string {
  return `/dashboard/project/${PROJECT_FIELDS[field].step}#${fieldId(field)}`;
}

/** Focuses a form control by its id. Returns false if the page does not contain the control. */
export function goToControl(id: string): boolean {
  const control = document.getElementById(id);
  control?.focus();
  control?.scrollIntoView({ block: "center" });
  return control !== null;
}

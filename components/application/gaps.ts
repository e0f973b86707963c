import { fieldId } from "@/components/forms/field-id";
import { PROJECT_FIELDS, type ProjectField } from "@/contract/project/project-fields";

/** Returns the URL of a field: its step and the field's anchor. */
export function addressOfField(field: ProjectField): string {
  return `/dashboard/project/${PROJECT_FIELDS[field].step}#${fieldId(field)}`;
}

/** Focuses a control of this page. Returns false if the page does not contain it. */
export function goToControl(id: string): boolean {
  const control = document.getElementById(id);
  control?.focus();
  control?.scrollIntoView({ block: "center" });
  return control !== null;
}

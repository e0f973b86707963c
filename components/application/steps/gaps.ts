import { fieldId } from "@/components/forms/field-id";
import { PROJECT_FIELDS, type ProjectField } from "@/contract/project/project-fields";

/** The address of a field: its step, and the field itself. */
export function addressOfField(field: ProjectField): string {
  return `/dashboard/project/${PROJECT_FIELDS[field].step}#${fieldId(field)}`;
}

/**
 * Returns the HTML id of a field's control from its dotted name: `team.0.phone` → `field-team-0-phone`. The error
 * summary needs only the name to link to a field.
 */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(".", "-")}`;
}

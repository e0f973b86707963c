/**
 * Returns the HTML id of a field's control from its dotted name: `team.0.phone` → `field-team-0-phone`. An error
 * summary can so link to a field without knowing its component.
 */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(".", "-")}`;
}

import { searchText } from "../list/list-address";
import { screenNamed } from "../shell/screens";

/**
 * Returns the URL of a person's page. `list` is the filter of the list in which the page finds the previous and next
 * person.
 */
export const personHref = (id: string, list: Record<string, string | undefined> = {}) =>
  `${screenNamed("people").path}/${id}${searchText({}, list)}`;

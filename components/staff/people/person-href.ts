import { searchText } from "../list/list-address";
import { screenNamed } from "../shell/screens";

/** Returns the address of a person's page. `list` is the filter of the list that its links to the neighbours follow. */
export const personHref = (id: string, list: Record<string, string | undefined> = {}) =>
  `${screenNamed("people").path}/${id}${searchText({}, list)}`;

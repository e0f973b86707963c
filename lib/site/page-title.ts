import { config } from "../config";

/** How the title of every page ends. */
export const TITLE_TEMPLATE = `%s · ${config.programmeName}`;

/** A page's whole title, where no metadata puts it together: the pages of notFound(). */
export function wholeTitle(title: string): string {
  return TITLE_TEMPLATE.replace("%s", title);
}

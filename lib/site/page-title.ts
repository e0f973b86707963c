import { config } from "../config";

/** The template of every page title, which ends with the programme's name. */
export const TITLE_TEMPLATE = `%s · ${config.programmeName}`;

/**
 * Returns a page's full title, with the programme's name. notFound() pages need it, because Next does not apply the
 * title template to them.
 */
export function wholeTitle(title: string): string {
  return TITLE_TEMPLATE.replace("%s", title);
}

import { config } from "../config";

/** The template of every page title, which ends with the programme's name. */
export const TITLE_TEMPLATE = `%s · ${config.programmeName}`;

/** Returns a page's full title, for notFound() pages, whose metadata does not apply the template. */
export function wholeTitle(title: string): string {
  return TITLE_TEMPLATE.replace("%s", title);
}

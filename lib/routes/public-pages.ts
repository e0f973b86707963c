import { isPersonal } from "./guard";
import { PAGES } from "./pages";

/** Pages that search engines can index. Pages of single content items, personal pages, and redirects are excluded. */
export const PUBLIC_PAGES = PAGES.filter(
  ({ path, leadsTo }) => !path.includes("*") && !leadsTo && !isPersonal(path),
);

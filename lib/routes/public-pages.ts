import { isPersonal } from "./guard";
import { PAGES } from "./pages";

/** Pages that search engines can index: neither item pages, personal pages, nor redirects. */
export const PUBLIC_PAGES = PAGES.filter(
  ({ path, leadsTo }) => !path.includes("*") && !leadsTo && !isPersonal(path),
);

import { isPersonal } from "./guard";
import { PAGES } from "./pages";

/** Pages that are neither items, personal nor redirects: search engines may index them. */
export const PUBLIC_PAGES = PAGES.filter(
  ({ path, leadsTo }) => !path.includes("*") && !leadsTo && !isPersonal(path),
);

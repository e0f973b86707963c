import type { PagePath } from "./pages";

/** Where those who run the programme work. */
export const STAFF_AREA = "/dashboard/regia" satisfies PagePath;

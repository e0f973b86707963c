import type { PagePath } from "./pages";

/** The path of the staff area. */
export const STAFF_AREA = "/dashboard/regia" satisfies PagePath;

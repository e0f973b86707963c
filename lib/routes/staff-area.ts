import type { PagePath } from "./pages";

export const STAFF_AREA = "/dashboard/regia" satisfies PagePath;

import { type Change, instead } from "../scratch";

/** Larger teams. */
export const limit: Change = {
  "contract/project/project-fields.ts": instead(
    "export const TEAM_MAX = 5;",
    "export const TEAM_MAX = 9;",
  ),
};

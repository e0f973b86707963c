import { type Change, instead } from "../scratch";

/** Larger teams. */
export const limit: Change = {
  "contract/project/project-fields.ts": instead(
    "export const TEAM_MAX = 5;",
    "export const TEAM_MAX = 9;",
  ),
};

/** Larger decks, and nothing else larger. */
export const fileLimit: Change = {
  "contract/project/project-fields.ts": instead(
    'extensions: [".pdf", ".ppt"],\n    maxBytes: UPLOAD_MAX_BYTES,',
    'extensions: [".pdf", ".ppt"],\n    maxBytes: 150 * 1024 * 1024,',
  ),
};

import { type Change, instead } from "../scratch";

/** Recipe: increases the maximum team size. */
export const limit: Change = {
  "contract/project/project-fields.ts": instead(
    "export const TEAM_MAX = 5;",
    "export const TEAM_MAX = 9;",
  ),
};

/** Recipe: increases the maximum file size of decks only. */
export const fileLimit: Change = {
  "contract/project/project-fields.ts": instead(
    'extensions: [".pdf", ".ppt"],\n    maxBytes: UPLOAD_MAX_BYTES,',
    'extensions: [".pdf", ".ppt"],\n    maxBytes: 150 * 1024 * 1024,',
  ),
};

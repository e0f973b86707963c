import type { ProjectFile } from "@/contract/project/project-schemas";
import type { User } from "@/contract/users/user-schemas";
import { hasKeptText } from "@/lib/browser/use-kept-text";

type Owner = Pick<User, "id">;

/** Returns the key under which this tab stores the unsaved captions of a user's video. */
export const captionText = ({ id }: Owner, file: Pick<ProjectFile, "id">) =>
  `${id}.captions.${file.id}`;

/** Reports whether this tab has captions of a video that are not saved. Always false on the server. */
export const hasUnsavedCaptions = (user: Owner, file: Pick<ProjectFile, "id">): boolean =>
  hasKeptText(captionText(user, file));

/** Reports whether a video has captions, saved or not. */
export const hasCaptions = (user: Owner, file: Pick<ProjectFile, "id" | "captions">): boolean =>
  file.captions !== undefined || hasUnsavedCaptions(user, file);

import type { Logger } from "pino";
import type { Dependencies } from "../dependencies";
import type { FileStore } from "../store/store";
import { renditionIds } from "./renditions/rendition-ids";
import { removeUploads } from "./under-way";

/**
 * Returns the ids of the given files and of their converted files. The ids are calculated, because the rows of the
 * converted files are deleted together with the rows of the files.
 */
const withRenditions = (ids: readonly string[]) =>
  ids.flatMap((id) => [id, ...Object.values(renditionIds(id))]);

/** Ids of files and unfinished uploads whose database rows are deleted. */
export type Erased = { files: string[]; uploads: string[] };

/**
 * Deletes the bytes of database rows that a committed transaction has deleted. The rows are deleted first, because the
 * cleanup job removes bytes without a row, but a row without bytes would stay broken.
 *
 * @throws if the file store is unreachable, so that staff who erase data learn of the failure; the cleanup job deletes
 * the bytes later
 */
export async function eraseBytes(
  { store, config }: Pick<Dependencies, "store" | "config">,
  { files, uploads }: Erased,
): Promise<void> {
  await Promise.all([store.remove(withRenditions(files)), removeUploads(config, uploads)]);
}

/**
 * Deletes bytes that no database row refers to after a committed change. An unreachable file store does not undo the
 * change, so it is not an error of the request. The cleanup job deletes the bytes later.
 */
export async function forgetBytes(
  { store, log }: { store: FileStore; log: Logger },
  ids: readonly string[],
): Promise<void> {
  await store.remove(withRenditions(ids)).catch((err) => {
    log.warn(
      { err, files: ids.length },
      "files that are no longer needed stay until the next cleanup",
    );
  });
}

import type { Logger } from "pino";
import type { Dependencies } from "../dependencies";
import type { Store } from "../store/store";
import { removeUploads } from "./under-way";

/** Ids of files and of uploads under way whose rows are gone. */
export type Erased = { files: string[]; uploads: string[] };

/**
 * Deletes the bytes of rows that a committed transaction has deleted. Rows go first: bytes that a crash
 * leaves behind are swept, rows without bytes would stay broken.
 *
 * @throws when the store is away: who erases a person is told, although the sweep would come to it
 */
export async function eraseBytes(
  { store, config }: Pick<Dependencies, "store" | "config">,
  { files, uploads }: Erased,
): Promise<void> {
  await Promise.all([store.remove(files), removeUploads(config, uploads)]);
}

/**
 * Deletes bytes that no row needs any more, after a change that is committed: a store that is away does not undo
 * it, so it is no error of the request. The sweep comes to them.
 */
export async function forgetBytes(
  { store, log }: { store: Store; log: Logger },
  ids: readonly string[],
): Promise<void> {
  await store.remove(ids).catch((err) => {
    log.warn({ err, files: ids.length }, "bytes that nobody needs stay until they are swept");
  });
}

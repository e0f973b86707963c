import type { Dependencies } from "../dependencies";
import { removeUploads } from "./under-way";

/** Ids of files and of uploads under way whose rows are gone. */
export type Erased = { files: string[]; uploads: string[] };

/**
 * Deletes the bytes of rows that a committed transaction has deleted. Rows go first: bytes that a crash
 * leaves behind are swept, rows without bytes would stay broken.
 */
export async function eraseBytes(
  { store, config }: Pick<Dependencies, "store" | "config">,
  { files, uploads }: Erased,
): Promise<void> {
  await Promise.all([store.remove(files), removeUploads(config, uploads)]);
}

import { join } from "node:path";
import type { BackendConfig } from "../config";

type Place = Pick<BackendConfig, "FILES_DIR">;

/** Where the bytes of an accepted file lie: under its id, whatever it is called. */
export function storedPath({ FILES_DIR }: Place, fileId: string): string {
  return join(FILES_DIR, fileId);
}

/** The folder of uploads under way, out of which accepted files are moved. */
export function uploadsFolder({ FILES_DIR }: Place): string {
  return join(FILES_DIR, "uploads");
}

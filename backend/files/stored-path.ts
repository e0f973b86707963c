import { join } from "node:path";
import type { BackendConfig } from "../config";

/** Where the bytes of an accepted file lie: under its id, whatever it is called. */
export function storedPath(
  { FILES_DIR }: Pick<BackendConfig, "FILES_DIR">,
  fileId: string,
): string {
  return join(FILES_DIR, fileId);
}

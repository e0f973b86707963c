import type { BackendConfig } from "../config";
import { folderStore } from "./folder";
import type { Store } from "./store";

/** The store that the configuration names. */
export function openStore(config: Pick<BackendConfig, "FILES_DIR" | "FREE_RESERVE_MB">): Store {
  return folderStore(config.FILES_DIR, config);
}

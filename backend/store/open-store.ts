import type { BackendConfig } from "../config";
import { folderStore } from "./folder";
import { s3Store } from "./s3";
import type { FileStore } from "./store";

type StoreConfig = Pick<
  BackendConfig,
  | "FILES_DIR"
  | "FREE_RESERVE_MB"
  | "S3_BUCKET"
  | "S3_ENDPOINT"
  | "S3_REGION"
  | "S3_ACCESS_KEY_ID"
  | "S3_SECRET_ACCESS_KEY"
  | "S3_PREFIX"
  | "S3_PATH_STYLE"
>;

export function openStore(config: StoreConfig): FileStore {
  const { S3_BUCKET } = config;
  if (S3_BUCKET) return s3Store({ ...config, S3_BUCKET });
  return folderStore(config.FILES_DIR, config);
}

import { fileFrom } from "@/lib/content/pictures/file";

/** Serves a file that editors uploaded to WordPress. */
export async function GET(request: Request): Promise<Response> {
  return fileFrom(request);
}

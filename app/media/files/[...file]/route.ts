import { fileFrom } from "@/lib/content/pictures/file";

/** Serves a file from the WordPress that contains the content. */
export async function GET(request: Request): Promise<Response> {
  return fileFrom(request);
}

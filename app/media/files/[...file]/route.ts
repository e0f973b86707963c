import { fileFrom } from "@/lib/content/pictures/file";

/** Returns a file of the content's WordPress. */
export async function GET(request: Request): Promise<Response> {
  return fileFrom(request);
}

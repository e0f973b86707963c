import { pdfData } from "@/lib/api/content/pdf-data";

/** What the deck viewer needs besides the deck, served by this site alone. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string[] }> }) {
  return pdfData((await params).file.join("/"));
}

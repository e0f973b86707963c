import { pdfData } from "@/lib/api/pdf-data";

/** What the reader of decks needs besides the deck, from this site and from no other. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string[] }> }) {
  return pdfData((await params).file.join("/"));
}

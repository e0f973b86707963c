import { pdfData } from "@/lib/content/pdf-data";

/** Serves the data files of the PDF viewer from this site instead of a third party. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string[] }> }) {
  return pdfData((await params).file.join("/"));
}

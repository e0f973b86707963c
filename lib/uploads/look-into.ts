import { lengthLimits } from "@/contract/project/file-rules";
import type { FileField } from "@/contract/project/project-fields";
import { extensionOf } from "@/contract/project/uploads";

/**
 * Maximum milliseconds for the browser's check of a file. After this time only the server checks the file. A busy or slow
 * machine needs several seconds to load the program that counts the slides of a PDF.
 */
const PATIENCE = 10_000;
/**
 * Maximum bytes of a PowerPoint file that the browser checks, because the check loads the whole file into memory. The
 * server also checks larger files.
 */
const PPT_MAX = 40 * 1024 * 1024;

/**
 * The problem of a chosen file, with the values that the browser counted: the number of slides and of hidden slides, or
 * the seconds of a video.
 */
export type Finding = {
  code: "file_too_many_slides" | "file_too_long";
  found: number;
  hidden?: number;
};

/**
 * Checks a chosen file before the upload: the number of slides in a deck, or the length of a video. Null when the file
 * is valid or the browser cannot check it. The server always checks the file again.
 */
export function lookInto(field: FileField, file: File): Promise<Finding | null> {
  const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
  const { slides, seconds } = lengthLimits(field);
  const look =
    slides !== null ? deck(file, slides) : seconds !== null ? video(file, seconds) : null;
  return Promise.race([look, patience]).catch(() => null);
}

async function deck(file: File, max: number): Promise<Finding | null> {
  const counted = await slidesOf(file);
  return counted && counted.found > max ? { code: "file_too_many_slides", ...counted } : null;
}

async function slidesOf(file: File): Promise<{ found: number; hidden?: number } | null> {
  if (extensionOf(file.name) === ".pdf") {
    const { pdfPages } = await import("./pdf-pages");
    const found = await pdfPages(file);
    return found === null ? null : { found };
  }
  if (file.size > PPT_MAX) return null;
  const { pptSlides } = await import("./ppt-slides");
  return pptSlides(new Uint8Array(await file.arrayBuffer()));
}

async function video(file: File, max: number): Promise<Finding | null> {
  const { isoSeconds } = await import("./iso-seconds");
  const found = await isoSeconds(file);
  return found !== null && found > max ? { code: "file_too_long", found } : null;
}

import { lengthLimits } from "@/contract/project/file-rules";
import type { FileField } from "@/contract/project/project-fields";
import { extensionOf } from "@/contract/project/uploads";

/** The timeout of the browser's check, as the server checks too. Milliseconds. */
const PATIENCE = 4000;
/** A PowerPoint file is read whole; larger ones are left to the server. Bytes. */
const PPT_MAX = 40 * 1024 * 1024;

/** What is wrong, and what was counted: slides, those hidden among them, or seconds. */
export type Finding = {
  code: "file_too_many_slides" | "file_too_long";
  found: number;
  hidden?: number;
};

/**
 * What the browser can tell about a chosen file before its first byte is sent: slides of a deck, length of
 * a video. null where nothing is wrong or the browser cannot tell; the server decides in any case.
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

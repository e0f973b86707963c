import type { FileField } from "@/contract/project-fields";
import { DECK_MAX_SLIDES, extensionOf, VIDEO_MAX_SECONDS } from "@/contract/uploads";

/** Longer than this nobody waits for the browser: the server looks as well. Milliseconds. */
const PATIENCE = 4000;
/** A PowerPoint file is read whole; larger ones are left to the server. Bytes. */
const PPT_MAX = 40 * 1024 * 1024;

export type Finding = "file_too_many_slides" | "file_too_long";

/**
 * What the browser can tell of a chosen file before its first byte is sent: slides of a deck, length of
 * a video. null where nothing is wrong or the browser cannot tell; the server decides in any case.
 */
export function lookInto(field: FileField, file: File): Promise<Finding | null> {
  const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
  const look = field === "pitch" ? deck(file) : field === "video" ? video(file) : null;
  return Promise.race([look, patience]).catch(() => null);
}

async function deck(file: File): Promise<Finding | null> {
  const slides = await slidesOf(file);
  return slides !== null && slides > DECK_MAX_SLIDES ? "file_too_many_slides" : null;
}

async function slidesOf(file: File): Promise<number | null> {
  if (extensionOf(file.name) === ".pdf") {
    const { pdfPages } = await import("./pdf-pages");
    return pdfPages(file);
  }
  if (file.size > PPT_MAX) return null;
  const { pptSlides } = await import("./ppt-slides");
  return pptSlides(new Uint8Array(await file.arrayBuffer()));
}

/** Length by the browser's own player: it opens what it can play, and says nothing of the rest. */
function video(file: File): Promise<Finding | null> {
  const address = URL.createObjectURL(file);
  const player = document.createElement("video");
  return new Promise<Finding | null>((resolve) => {
    player.preload = "metadata";
    player.onloadedmetadata = () => {
      // A stream without a length says Infinity.
      const known = Number.isFinite(player.duration);
      resolve(known && player.duration > VIDEO_MAX_SECONDS ? "file_too_long" : null);
    };
    player.onerror = () => resolve(null);
    player.src = address;
  }).finally(() => {
    player.removeAttribute("src");
    URL.revokeObjectURL(address);
  });
}

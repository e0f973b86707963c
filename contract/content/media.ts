import { endpoint } from "../endpoint";

/*
 * Pictures of the content, for both programs: what a file of `content/media` has to be, and how a picture is told
 * in WordPress's shape.
 */

/** What a picture's name may end in, with the format its bytes then have, as sharp calls it. */
export const PICTURE_FORMATS: Readonly<Record<string, string>> = {
  jpg: "jpeg",
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
};

/** Pixels of the shorter side, below which a picture of the page's width would be blurred. */
export const PICTURE_SIDE_MIN = 800;
/** More than any camera's: 150 MB at most to decode. */
export const PICTURE_PIXELS_MAX = 50_000_000;
export const PICTURE_MEGABYTES_MAX = 10;
export const PICTURE_BYTES_MAX = PICTURE_MEGABYTES_MAX * 1_048_576;

/** What of a picture stays in sight when it is cropped, where nobody says otherwise: its middle. */
export const FOCUS_MIDDLE = "50% 50%";

/** What a name or an address ends in says, in lower case; undefined for anything that is no picture's. */
export function pictureFormat(name: string): string | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return extension && Object.hasOwn(PICTURE_FORMATS, extension)
    ? PICTURE_FORMATS[extension]
    : undefined;
}

/** Whether a file of `content/media` may be called so: a name that is the same on every disk and in every address. */
export function isPictureName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]*$/.test(name) && pictureFormat(name) !== undefined;
}

/** A focus point as CSS has it, from the left and from the top: `50% 30%`; undefined for anything else. */
export function readFocus(text: string | undefined): string | undefined {
  const match = /^(\d{1,3})% (\d{1,3})%$/.exec(text ?? "");
  return match && Number(match[1]) <= 100 && Number(match[2]) <= 100 ? match[0] : undefined;
}

/** A file of `content/media`, as it lies there; in a WordPress it is below wp-content/uploads. */
export const readMedia = endpoint({
  name: "read_media",
  method: "GET",
  path: "media/{name}",
  summary: "A picture of the content, as its editor left it",
  access: "anyone",
  answer: { status: 200, bytes: "image/*", headers: ["ETag"] },
  errors: ["not_found"],
});

import { endpoint } from "../endpoint";

/*
 * Pictures of the content, for site and back end: requirements for a file in `content/media`, and its
 * representation in WordPress's format.
 */

/** Allowed extensions of a picture's name, and the format that the content must have, in sharp's terms. */
export const PICTURE_FORMATS: Readonly<Record<string, string>> = {
  jpg: "jpeg",
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
};

/** Files of a WordPress that the site serves itself, by extension: pictures, players' files, and documents. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  wav: "audio/wav",
  vtt: "text/vtt; charset=utf-8",
  pdf: "application/pdf",
};

/** Returns the type of such a file from the extension of its path, ignoring case. Undefined for other files. */
export function fileType(path: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return extension && Object.hasOwn(FILE_TYPES, extension) ? FILE_TYPES[extension] : undefined;
}

/** Minimum length of the shorter side in pixels. A smaller picture would be blurred at the page's width. */
export const PICTURE_SIDE_MIN = 800;
/** Maximum number of pixels, above that of any camera: decoding takes at most 150 MB. */
export const PICTURE_PIXELS_MAX = 50_000_000;
export const PICTURE_MEGABYTES_MAX = 10;
export const PICTURE_BYTES_MAX = PICTURE_MEGABYTES_MAX * 1_048_576;

/** Default focus point of a cropped picture: its middle. */
export const FOCUS_MIDDLE = "50% 50%";

/**
 * Returns the format of a picture from the extension of its name or address, ignoring case. Returns undefined
 * for other extensions.
 */
export function pictureFormat(name: string): string | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return extension && Object.hasOwn(PICTURE_FORMATS, extension)
    ? PICTURE_FORMATS[extension]
    : undefined;
}

/**
 * Reports whether a name is valid for a file in `content/media`. Such a name is the same on every file system
 * and in every address.
 */
export function isPictureName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]*$/.test(name) && pictureFormat(name) !== undefined;
}

/**
 * Parses a focus point in CSS format, from the left and from the top: `50% 30%`. Returns undefined for invalid
 * text.
 */
export function readFocus(text: string | undefined): string | undefined {
  const match = /^(\d{1,3})% (\d{1,3})%$/.exec(text ?? "");
  return match && Number(match[1]) <= 100 && Number(match[2]) <= 100 ? match[0] : undefined;
}

/** Reads an unchanged file of `content/media`. In a WordPress, the file is below wp-content/uploads. */
export const readMedia = endpoint({
  name: "read_media",
  method: "GET",
  path: "media/{name}",
  summary: "A picture of the content, as its editor left it",
  access: "anyone",
  answer: { status: 200, bytes: "image/*", headers: ["ETag"] },
  errors: ["not_found"],
});

import { endpoint } from "../endpoint";

/*
 * Pictures of the site's content: requirements for a file in `content/media`, and the description of a file in
 * WordPress's format.
 */

/**
 * Picture formats by file extension, as the library sharp names them. The content of a file must have the format of the
 * file's extension.
 */
export const PICTURE_FORMATS: Readonly<Record<string, string>> = {
  jpg: "jpeg",
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
};

/**
 * Media types, by extension, of WordPress files that the site serves itself: pictures, video, audio, captions, and
 * documents.
 */
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
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  csv: "text/csv; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  zip: "application/zip",
};

/**
 * Returns the media type for the extension of a WordPress file's path, ignoring case. Returns undefined for an
 * extension that the site does not serve.
 */
export function fileType(path: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return extension && Object.hasOwn(FILE_TYPES, extension) ? FILE_TYPES[extension] : undefined;
}

/** Minimum length of a picture's shorter side in pixels. A smaller picture would be blurred at the page's width. */
export const PICTURE_SIDE_MIN = 800;
/** Maximum number of pixels of a picture. No camera exceeds this limit, and decoding takes at most 150 MB. */
export const PICTURE_PIXELS_MAX = 50_000_000;
export const PICTURE_MEGABYTES_MAX = 10;
export const PICTURE_BYTES_MAX = PICTURE_MEGABYTES_MAX * 1_048_576;

/** Default focus point of a cropped picture: its middle. */
export const FOCUS_MIDDLE = "50% 50%";

/**
 * Returns the file format of a picture from the extension of its name or address, ignoring case. Returns undefined for
 * other extensions.
 */
export function pictureFormat(name: string): string | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return extension && Object.hasOwn(PICTURE_FORMATS, extension)
    ? PICTURE_FORMATS[extension]
    : undefined;
}

/**
 * Reports whether a file name is valid in `content/media`. A valid name contains only characters that are the same on
 * every file system and in every address.
 */
export function isPictureName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]*$/.test(name) && pictureFormat(name) !== undefined;
}

/**
 * Returns a picture's focus point if the text has the format `50% 30%`: the distances from the left and from the top,
 * as in CSS. Otherwise returns undefined.
 */
export function readFocus(text: string | undefined): string | undefined {
  const match = /^(\d{1,3})% (\d{1,3})%$/.exec(text ?? "");
  return match && Number(match[1]) <= 100 && Number(match[2]) <= 100 ? match[0] : undefined;
}

/** Path of the files of `content/media` on the site. A file's name follows. */
export const MEDIA_PATH = "/wp-json/media/";

/**
 * Endpoint that returns a file of `content/media` without changes. If WordPress supplies the content, such files are
 * below wp-content/uploads instead.
 */
export const readMedia = endpoint({
  name: "read_media",
  method: "GET",
  path: "media/{name}",
  summary: "A picture of the content, as its editor left it",
  access: "anyone",
  answer: { status: 200, bytes: "image/*", headers: ["ETag"] },
  errors: ["not_found"],
});

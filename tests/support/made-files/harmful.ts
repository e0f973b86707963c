import type { Verdict } from "./verdicts";

/** A harmful or deceptive file, with the result that the file check must return. */
export type HarmfulFile = [
  what: string,
  name: string,
  bytes: () => Buffer | Promise<Buffer>,
  verdict: Verdict,
];

export const html = "<!doctype html><script>alert(1)</script>";

/** Appends bytes to a file. */
export const tail = (bytes: Buffer, more: Buffer | string) =>
  Buffer.concat([bytes, Buffer.from(more)]);

/** Returns a file that contains only the signature of a file type, followed by zeros. */
export const start = (signature: string) => Buffer.from(signature + "\0".repeat(4000), "latin1");

/** Returns a copy of a file in which `to` replaces the first occurrence of `from`. */
export function patched(
  bytes: Buffer,
  from: Buffer,
  to: (at: number, copy: Buffer) => void,
): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(from);
  if (at < 0) throw new Error("nothing to patch");
  to(at, copy);
  return copy;
}

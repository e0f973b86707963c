import type { Verdict } from "./verdicts";

/** A harmful or deceptive file, and the verdict that the check must return. */
export type HarmfulFile = [
  what: string,
  name: string,
  bytes: () => Buffer | Promise<Buffer>,
  verdict: Verdict,
];

export const html = "<!doctype html><script>alert(1)</script>";

/** Appends bytes. */
export const tail = (bytes: Buffer, more: Buffer | string) =>
  Buffer.concat([bytes, Buffer.from(more)]);

/** Returns a file that contains only a signature. */
export const start = (signature: string) => Buffer.from(signature + "\0".repeat(4000), "latin1");

/** Returns a copy in which `to` replaces the first `from`. */
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

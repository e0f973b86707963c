import type { Verdict } from "./verdicts";

/** A file made to deceive or do harm, and the verdict the check must give. */
export type HarmfulFile = [
  what: string,
  name: string,
  bytes: () => Buffer | Promise<Buffer>,
  verdict: Verdict,
];

export const html = "<!doctype html><script>alert(1)</script>";

/** Bytes with more after them. */
export const tail = (bytes: Buffer, more: Buffer | string) =>
  Buffer.concat([bytes, Buffer.from(more)]);

/** A file's signature, and nothing after it. */
export const start = (signature: string) => Buffer.from(signature + "\0".repeat(4000), "latin1");

/** A copy in which the first `from` is replaced by `to`. */
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

import { createHmac, randomBytes } from "node:crypto";

/*
 * One-time passwords by the clock (RFC 6238 over RFC 4226), as every authenticator app reckons them: SHA-1, six digits,
 * half a minute each.
 */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const SECRET_BYTES = 20;
const STEP = 30_000;
const DIGITS = 6;
/** Half-minutes that somebody's clock, or typing, may be off. */
const TOLERANCE = 1;

/** A new secret: as many random bits as the hash has, in base32. */
export function newSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, "0"));
  return bits.join("").replaceAll(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)));
}

/** Whether a text has the form of a secret. */
export function isSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The number of the half-minute that an instant is in. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP);
}

/** The code of a half-minute. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/** The latest half-minute, of those around now, that a code is right for; null where it is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const latest = stepAt(now) + TOLERANCE;
  for (let step = latest; step >= latest - 2 * TOLERANCE; step--) {
    if (codeAt(secret, step) === code) return step;
  }
  return null;
}

/** What the QR code holds: apps read it and know whose account it is (the Key Uri Format that all of them take). */
export function uriOf(secret: string, issuer: string, account: string): string {
  const label = [issuer, account].map(encodeURIComponent).join(":");
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

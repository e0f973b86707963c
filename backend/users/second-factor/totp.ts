import { createHmac, randomBytes } from "node:crypto";

/*
 * Time-based one-time passwords (RFC 6238 over RFC 4226) with the parameters that every authenticator app supports:
 * SHA-1, six digits, 30 seconds.
 */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const SECRET_BYTES = 20;
const STEP = 30_000;
const DIGITS = 6;
/**
 * Number of 30-second steps by which a code can be too early or too late, because of inaccurate clocks and slow typing.
 */
const TOLERANCE = 1;

/** Returns a new authenticator secret in base32. It has 160 bits, like a SHA-1 hash, as RFC 4226 recommends. */
export function newSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, "0"));
  return bits.join("").replaceAll(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)));
}

/** Reports whether a text has the format of an authenticator secret. */
export function isSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the number of the 30-second step that contains an instant. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP);
}

/** Returns the authenticator code of a 30-second step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/** Returns the latest 30-second step near `now` for which the code is valid, or null if the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const latest = stepAt(now) + TOLERANCE;
  for (let step = latest; step >= latest - 2 * TOLERANCE; step--) {
    if (codeAt(secret, step) === code) return step;
  }
  return null;
}

/**
 * Returns the content of the QR code from which an authenticator app reads the secret and the account's name. Uses the
 * Key Uri Format, which all apps support.
 */
export function uriOf(secret: string, issuer: string, account: string): string {
  const label = [issuer, account].map(encodeURIComponent).join(":");
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

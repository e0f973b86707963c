import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign as signBytes,
} from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { Assertion, Attestation } from "@/contract/users/passkeys";
import { MAKER } from "./maker-certificate";

/** Parts of a passkey response that the fake passkey device falsifies. */
type Lies = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** True if the passkey device says that it verified its user. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  /**
   * Who signs the attestation of a new passkey: the device's maker with a valid certificate chain, the passkey itself,
   * or a service. With "for another", the signature is for other data.
   */
  vouched?: "by maker" | "by itself" | "for another" | "by service";
  crossOrigin?: boolean;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();

/** Returns the device maker's attestation statement for signed data. */
function vouchedFor(signed: Buffer): Map<string, unknown> {
  const [key, certificate] = [MAKER.key, MAKER.certificate].map((text) =>
    Buffer.from(text, "base64url"),
  ) as [Buffer, Buffer];
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return new Map<string, unknown>([
    ["alg", -7],
    ["sig", new Uint8Array(signBytes("sha256", signed, privateKey))],
    ["x5c", [new Uint8Array(certificate)]],
  ]);
}

function formatOf(vouched: Lies["vouched"]): string {
  if (vouched === undefined) return "none";
  return vouched === "by service" ? "android-safetynet" : "packed";
}

/** Creates a software passkey device with one P-256 key for the test site. */
export function softAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const name = id.toString("base64url");
  let count = 0;

  function clientData(type: string, challenge: string, lies: Lies): string {
    const said = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? "https://slancio.example",
      crossOrigin: lies.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(said)).toString("base64url");
  }

  function authenticatorData(flags: number, lies: Lies, more = Buffer.alloc(0)): Buffer {
    count = lies.counter ?? count + 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | PRESENT | (lies.verified === false ? 0 : VERIFIED));
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(lies.rpId ?? "slancio.example"), head, more]);
  }

  function coseKey(): Uint8Array {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    return isoCBOR.encode(key);
  }

  function statement(signed: Buffer, vouched: Lies["vouched"]): Map<string, unknown> {
    if (vouched === undefined || vouched === "by service") return new Map();
    if (vouched === "by maker") return vouchedFor(signed);
    const what = vouched === "by itself" ? signed : Buffer.from("something else");
    const signature = new Uint8Array(signBytes("sha256", what, privateKey));
    return new Map<string, unknown>([
      ["alg", -7],
      ["sig", signature],
    ]);
  }

  return {
    id: name,

    /** Registers the device's passkey, as `navigator.credentials.create()` does. */
    make({ challenge }: { challenge: string }, lies: Lies = {}): Attestation {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey()]);
      const data = authenticatorData(HAS_KEY, lies, key);
      const clientDataJSON = clientData("webauthn.create", challenge, lies);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
      const object = new Map<string, unknown>([
        ["fmt", formatOf(lies.vouched)],
        ["attStmt", statement(signed, lies.vouched)],
        ["authData", new Uint8Array(data)],
      ]);
      return {
        id: name,
        rawId: name,
        type: "public-key",
        response: {
          clientDataJSON,
          attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    /** Signs a challenge with the passkey, as `navigator.credentials.get()` does. */
    sign({ challenge }: { challenge: string }, lies: Lies = {}): Assertion {
      const clientDataJSON = clientData("webauthn.get", challenge, lies);
      const data = authenticatorData(0, lies);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
      return {
        id: name,
        rawId: name,
        type: "public-key",
        response: {
          clientDataJSON,
          authenticatorData: data.toString("base64url"),
          signature: signBytes("sha256", signed, privateKey).toString("base64url"),
          ...(lies.userHandle !== undefined && { userHandle: lies.userHandle }),
        },
      };
    },
  };
}

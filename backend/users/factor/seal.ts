import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { type BackendConfig, tokenSecrets } from "../../config";

/*
 * Secrets that have to be read again, so that a hash will not do: sealed by AES-256-GCM under a key that TOKEN_SECRET
 * gives. Whoever has only the database, or a backup of it, cannot reckon a code.
 */

type Secrets = Pick<BackendConfig, "TOKEN_SECRET" | "TOKEN_SECRET_PREVIOUS">;

const IV = 12;
const TAG = 16;
const NAME = 8;

function keyOf(tokenSecret: string) {
  const key = Buffer.from(hkdfSync("sha256", tokenSecret, "", "second factor", 32));
  // Says which secret sealed it, and nothing about the secret.
  return { key, name: createHash("sha256").update(key).digest("hex").slice(0, NAME) };
}

/** Seals a text for its owner: nobody else's row makes anything of it. */
export function seal(text: string, owner: string, { TOKEN_SECRET }: Secrets): string {
  const { key, name } = keyOf(TOKEN_SECRET);
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${name}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** What was sealed, also under the previous TOKEN_SECRET; null where none of them opens it. */
export function unseal(sealed: string, owner: string, config: Secrets): string | null {
  const [name, text = ""] = sealed.split(".");
  const fitting = tokenSecrets(config)
    .map(keyOf)
    .find((one) => one.name === name);
  if (!fitting) return null;
  const bytes = Buffer.from(text, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", fitting.key, bytes.subarray(0, IV))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV, IV + TAG));
    return decipher.update(bytes.subarray(IV + TAG), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/** What is sealed under the present TOKEN_SECRET begins with this. */
export function sealName({ TOKEN_SECRET }: Secrets): string {
  return keyOf(TOKEN_SECRET).name;
}

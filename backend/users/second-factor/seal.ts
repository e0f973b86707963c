import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { type BackendConfig, tokenSecrets } from "../../config";

/*
 * Encryption of the secrets of authenticator apps. The server must read the secrets again, so it cannot store only
 * their hashes. Uses AES-256-GCM with a key derived from TOKEN_SECRET, so a copy of the database alone does not reveal
 * the secrets of one-time codes.
 */

type Secrets = Pick<BackendConfig, "TOKEN_SECRET" | "TOKEN_SECRET_PREVIOUS">;

const IV = 12;
const TAG = 16;
const NAME = 8;

function keyOf(tokenSecret: string) {
  const key = Buffer.from(hkdfSync("sha256", tokenSecret, "", "second factor", 32));
  // `name` identifies the TOKEN_SECRET that encrypted a text, without revealing the secret.
  return { key, name: createHash("sha256").update(key).digest("hex").slice(0, NAME) };
}

/**
 * Encrypts a text for one account. If the result is copied to another account's database row, it cannot be decrypted.
 */
export function seal(text: string, owner: string, { TOKEN_SECRET }: Secrets): string {
  const { key, name } = keyOf(TOKEN_SECRET);
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${name}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** Decrypts a text with the current or the previous TOKEN_SECRET. Returns null if neither secret fits. */
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

/** Returns the prefix of all texts encrypted with the current TOKEN_SECRET. */
export function sealName({ TOKEN_SECRET }: Secrets): string {
  return keyOf(TOKEN_SECRET).name;
}

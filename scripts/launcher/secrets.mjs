import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { data } from "./paths.mjs";
import { Trouble } from "./report.mjs";

const file = join(data, "secrets.json");

/** 32 random bytes as text. */
export function newSecret() {
  return randomBytes(32).toString("base64url");
}

/** This clone's own secrets, made at the first start, readable by their owner alone. */
export function readSecrets() {
  if (!existsSync(file)) {
    if (existsSync(join(data, "postgres"))) {
      throw new Trouble(
        ".data/secrets.json is gone but .data/postgres needs the password it held: put the file back, or remove the folder .data to begin anew.",
      );
    }
    const fresh = { TOKEN_SECRET: newSecret(), POSTGRES_PASSWORD: newSecret() };
    writeFileSync(file, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  }
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Trouble(
      ".data/secrets.json cannot be read as JSON: put a good copy back, or remove the folder .data to begin anew.",
    );
  }
}

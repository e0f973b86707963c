import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Dependencies } from "@/backend/dependencies";

/** Runs commands as an operator does, each in its own process, on a test's database and files. */
export function commandsOn({ config }: Pick<Dependencies, "config">) {
  const { DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET, FILES_DIR } = config;
  const env = { DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET, FILES_DIR };
  return async function command(name: string, ...args: string[]) {
    const script = ["--import", "tsx", `backend/commands/${name}.ts`, ...args];
    const child = spawn(process.execPath, script, { env: { NODE_ENV: "test", ...env } });
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.on("close", resolve)),
    ]);
    return { out, err, code };
  };
}

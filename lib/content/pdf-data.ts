import { readFile } from "node:fs/promises";
import path from "node:path";
import { NO_PAGE, policyText } from "@/contract/content-policy";
import { failure } from "../api/failure";

/** Files that pdf.js can request: its worker, character maps, fonts, colour profiles, and decoders. */
const ALLOWED =
  /^(?:legacy\/build\/pdf\.worker\.min\.mjs|cmaps\/[\w-]+\.bcmap|standard_fonts\/[\w-]+\.(?:pfb|ttf)|iccs\/[\w-]+\.icc|wasm\/(?:openjpeg|jbig2|qcms_bg)\.wasm|wasm\/(?:openjpeg|jbig2)_nowasm_fallback\.js)$/;

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
};

/** Content security policy of the pdf.js worker, which can only read from this site and decode pictures. */
const POLICY = policyText({
  ...NO_PAGE,
  "connect-src": ["'self'"],
  "script-src": ["'self'", "'wasm-unsafe-eval'"],
});

/** Returns a file of the installed pdf.js. Only files whose names match `ALLOWED` can be read. */
export async function pdfData(file: string): Promise<Response> {
  if (!ALLOWED.test(file)) return failure("not_found");
  const stored = path.join(process.cwd(), "node_modules/pdfjs-dist", file);
  const bytes = await readFile(stored).catch(() => null);
  if (!bytes) return failure("not_found");
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream",
      "Cache-Control": "public, max-age=86400",
      "Content-Security-Policy": POLICY,
    },
  });
}

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/* Checks that the product makes dangerous calls only in the files that the test names. */

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split(
  "\0",
);
const ROOMS =
  /^(app|backend|components|contract|lib|messages)\/|^(middleware|instrumentation|next\.)/;
/** The source files of the running product. Tests and tools are excluded. */
const product = tracked
  .filter((file) => ROOMS.test(file) && /\.(tsx?|[cm]?js)$/.test(file) && !/\.test\./.test(file))
  .map((file) => ({ file, text: read(file) }));
const filesWith = (pattern: RegExp) =>
  product.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
/** Returns the text that a pattern's first group matches in the product, with the files that contain it. */
function used(pattern: RegExp): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { file, text } of product) {
    for (const [, what = ""] of text.matchAll(pattern)) {
      found[what] = [...new Set([...(found[what] ?? []), file])];
    }
  }
  return found;
}

test("two files start a process, and none uses a shell", () => {
  expect(product.length).toBeGreaterThan(700);
  expect(filesWith(/child_process/)).toEqual([
    "backend/files/check/check-process.ts",
    "backend/files/renditions/convert.ts",
  ]);
  expect(filesWith(/\bshell: |\bexecSync\b|\bexecFile\b/)).toEqual([]);
});

test("only the listed files build regular expressions, and only from constant words", () => {
  expect(filesWith(/\bRegExp\(/)).toEqual([
    "backend/content/routes.ts",
    "backend/files/check/pdf-leaves.ts",
    "backend/mail/stated.ts",
    "backend/staff/feedback/detect.ts",
    "contract/content/site-pages.ts",
    "contract/text/clean-text.ts",
    "lib/content/text/html.ts",
    "lib/routes/items.ts",
    "lib/routes/route-of.ts",
  ]);
  const leaves = read("backend/files/check/pdf-leaves.ts");
  const asked = [...leaves.matchAll(/(?<!function )referenceIn\(((?:[^()]|\([^()]*\))*)\)/g)].map(
    ([, given]) => given,
  );
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter((given = "") => !/, "[A-Z]\w+"$/.test(given))).toEqual([]);
  expect(leaves).toContain('["N", "First"].map((name) =>');
});

test("only the listed files use hashes, signatures and ciphers, and only with the listed algorithms", () => {
  const { md5, ...hashes } = used(/createHash\("([^"]+)"\)/g);
  expect(Object.keys(hashes)).toEqual(["sha256"]);
  // The S3 protocol requires MD5 checksums.
  expect(md5).toEqual(["backend/store/s3.ts"]);
  const { sha1, ...macs } = used(/createHmac\("([^"]+)"/g);
  expect(Object.keys(macs)).toEqual(["sha256"]);
  // Authenticator apps use SHA-1.
  expect(sha1).toEqual(["backend/users/second-factor/totp.ts"]);
  const ciphers = used(/create(?:C|Dec)ipheriv\("([^"]+)"/g);
  expect(ciphers).toEqual({ "aes-256-gcm": ["backend/users/second-factor/seal.ts"] });
  expect(used(/hkdfSync\("([^"]+)"/g)).toEqual({ sha256: ["backend/users/second-factor/seal.ts"] });
  expect(Object.keys(used(/subtle\.(?:digest|sign|verify)\("([^"]+)"/g)).sort()).toEqual([
    "HMAC",
    "SHA-256",
  ]);
  // Every call must contain the name of its algorithm as a literal string, because this test cannot read the value of a
  // variable.
  const named = /create(?:Hash|Hmac|Cipheriv|Decipheriv)\((?!")|publicEncrypt|createCipher\(/;
  expect(filesWith(named)).toEqual([]);
});

test("cryptography comes from Node and three maintained libraries", () => {
  const { dependencies } = JSON.parse(read("package.json"));
  const about =
    /crypt|cipher|hash|argon|scrypt|jwt|jose|nacl|sodium|forge|noble|webauthn|otp|random/;
  expect(Object.keys(dependencies).filter((name) => about.test(name))).toEqual([
    "@node-rs/argon2",
    "@simplewebauthn/browser",
    "@simplewebauthn/server",
    "jose",
  ]);
});

test("no file uses a pseudorandom number", () => {
  expect(filesWith(/Math\.random|pseudoRandomBytes/)).toEqual([]);
});

test("no connection skips the verification of certificates", () => {
  const started = tracked
    .filter((file) =>
      /^(scripts\/(launcher|processes)|deploy)\/|^(Dockerfile|compose|package\.json)/.test(file),
    )
    .filter((file) => !/\.test\./.test(file))
    .map((file) => ({ file, text: read(file) }));
  expect(started.length).toBeGreaterThan(20);
  const trusting =
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|no-verify|proxy_ssl_verify off/;
  expect([...product, ...started].filter(({ text }) => trusting.test(text))).toEqual([]);
});

test("one field accepts passwords, and no field refuses pasted text", () => {
  const masked = filesWith(/type=\{?["']password|"password"\}/);
  expect(masked).toEqual(["components/forms/fields/password-field.tsx"]);
  // Two files handle pasted text, but only to clean it. Neither refuses pasted text.
  expect(filesWith(/onPaste|onCopy|autoComplete="off".*password/)).toEqual([
    "components/forms/fields/text-area.tsx",
    "components/forms/fields/text-field.tsx",
  ]);
  // The type of the password field requires an `autoComplete` value, because password managers need this value.
  expect(read("components/forms/fields/password-field.tsx")).toContain(
    'autoComplete: "current-password" | "new-password";',
  );
});

test("one file opens the log, on standard output, and the console prints only errors and warnings", () => {
  expect(filesWith(/\bpino\(|pino\.destination/)).toEqual(["backend/http/log.ts"]);
  expect(read("backend/http/log.ts").match(/pino\.destination\(.*?\)/g)).toEqual([
    "pino.destination(1)",
  ]);
  expect(filesWith(/console\.(?!error|warn)\w+/)).toEqual([]);
});

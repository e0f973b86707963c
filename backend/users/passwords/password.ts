import { hash, verify } from "@node-rs/argon2";
import { fail } from "../../http/failure";

/** Argon2id (the library's default algorithm) with OWASP's minimum settings: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Maximum number of concurrent password hashes. Each hash needs 19 MiB and a whole processor core. */
const AT_ONCE = 4;
/**
 * Maximum number of password hashes that wait. Above this number, requests receive a response that asks to retry later.
 */
const WAITING_MAX = 500;

// Number of running password hashes. One counter covers the whole process, because its requests share memory and
// processor cores.
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) fail("unavailable", { retryAfter: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // Pass the slot of the finished hash directly to the next waiting hash, so that no new request takes the slot
    // first.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Normalizes a password, because keyboards can produce the same character with different code points. */
function normal(password: string): string {
  return password.normalize("NFKC");
}

/** Hashes a password with Argon2id, in the PHC format. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), OPTIONS));
}

let nobody: Promise<string> | undefined;

/**
 * Reports whether a password matches a hash. If there is no hash (unknown address, or account without a password),
 * returns false after the usual time of a comparison, so that the timing reveals nothing.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID());
  const against = stored ?? (await nobody);
  const right = await inTurn(() => verify(against, normal(password)));
  return right && stored !== null;
}

import { hash, verify } from "@node-rs/argon2";
import { fail } from "../../http/failure";

/** Argon2id (the library's default algorithm) with OWASP's minimum: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Concurrent hashes: each takes 19 MiB and a whole core. */
const AT_ONCE = 4;
/** Hashes waiting for their turn; any more are told to retry. */
const WAITING_MAX = 500;

// The memory and the cores belong to the process, and so does the count.
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
    // A slot is handed over, not released and reacquired: nobody can slip in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The same password typed on another keyboard may be composed of other code points. */
function normal(password: string): string {
  return password.normalize("NFKC");
}

/** Argon2id of a password, in the PHC format. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), OPTIONS));
}

let nobody: Promise<string> | undefined;

/**
 * Whether a password belongs to a hash. Without a hash (unknown address, account without a
 * password) it does the same work and says no, so that timing reveals nothing.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID());
  const against = stored ?? (await nobody);
  const right = await inTurn(() => verify(against, normal(password)));
  return right && stored !== null;
}

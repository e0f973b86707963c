import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { RECOVERY_CODES } from "@/contract/users/second-factor";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { recoveryCodes } from "../../db/schema/passkeys";
import { fail } from "../../http/failure";

/**
 * Crockford's base32 alphabet. It omits letters that people confuse with digits, such as `i`, `l`, and `o`.
 */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/**
 * Length of a recovery code: 16 characters are 80 random bits. Guessing them is infeasible, so an unsalted hash is
 * enough.
 */
const LENGTH = 16;

/** Replaces the account's recovery codes. Stores only their hashes and returns the new codes. */
export async function newRecoveryCodes(tx: Executor, userId: string, now: Date): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ hash: hashOf(code), userId, createdAt: now })));
  return codes;
}

function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return letters.join("").replaceAll(/.{4}(?=.)/g, "$&-");
}

/** Hashes a recovery code after correcting typical errors of handwritten copies, such as `o` for `0`. */
function hashOf(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "");
  return hashToken(plain.replaceAll("o", "0").replaceAll(/[il]/g, "1"));
}

/**
 * Marks a recovery code as used and returns how many unused codes the account still has. Of two parallel uses of the
 * same code, only one succeeds.
 */
export async function spendRecoveryCode(
  tx: Executor,
  userId: string,
  code: string,
  now: Date,
): Promise<number> {
  const mine = and(eq(recoveryCodes.hash, hashOf(code)), eq(recoveryCodes.userId, userId));
  const [spent] = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(mine, isNull(recoveryCodes.usedAt)))
    .returning({ hash: recoveryCodes.hash });
  if (spent) return codesLeft(tx, userId);
  return fail((await tx.$count(recoveryCodes, mine)) > 0 ? "code_used" : "code_invalid");
}

/** Counts the account's unused recovery codes. */
export function codesLeft(db: Executor, userId: string): Promise<number> {
  const mine = eq(recoveryCodes.userId, userId);
  return db.$count(recoveryCodes, and(mine, isNull(recoveryCodes.usedAt)));
}

import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { RECOVERY_CODES } from "@/contract/users/second-factor";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { recoveryCodes } from "../../db/schema/keys";
import { fail } from "../../http/failure";

/** Crockford's base32: no two characters that people take for each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits: nobody guesses one, so a plain hash of it will do. */
const LENGTH = 16;

/** Replaces the account's codes by new ones, of which only hashes are stored. */
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

/** As somebody may have copied it by hand. */
function hashOf(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "");
  return hashToken(plain.replaceAll("o", "0").replaceAll(/[il]/g, "1"));
}

/** Uses a code up; how many are left. Of two that come at once, one has it. */
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

/** Recovery codes of an account that have not been used. */
export function codesLeft(db: Executor, userId: string): Promise<number> {
  const mine = eq(recoveryCodes.userId, userId);
  return db.$count(recoveryCodes, and(mine, isNull(recoveryCodes.usedAt)));
}

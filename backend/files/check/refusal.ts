import type { ErrorCode } from "@/contract/errors";

/** Why a file is refused. Only erasable syntax and no imports at run time: the child loads it. */
export class Refusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Ends the check with a code of the contract. */
export function refuse(code: ErrorCode): never {
  throw new Refusal(code);
}

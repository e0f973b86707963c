import type { ErrorCode, FileFinding } from "@/contract/errors";

/** Why a file is refused. Only erasable syntax and no imports at run time: the child loads it. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly finding: FileFinding | undefined;

  constructor(code: ErrorCode, finding?: FileFinding) {
    super(code);
    this.code = code;
    this.finding = finding;
  }
}

/** Ends the check with a code of the contract and what the check found. */
export function refuse(code: ErrorCode, finding?: FileFinding): never {
  throw new Refusal(code, finding);
}

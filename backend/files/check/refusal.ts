import type { ErrorCode, FileFinding } from "@/contract/errors";

/** The reason why a file is refused. Uses only erasable syntax and no runtime imports, because the child process loads it. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly finding: FileFinding | undefined;

  constructor(code: ErrorCode, finding?: FileFinding) {
    super(code);
    this.code = code;
    this.finding = finding;
  }
}

/** Ends the check with an error code of the contract and the finding. */
export function refuse(code: ErrorCode, finding?: FileFinding): never {
  throw new Refusal(code, finding);
}

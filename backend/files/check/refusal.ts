import type { ErrorCode, FileFinding } from "@/contract/errors";

/**
 * The reason why a file is refused. Uses no runtime imports and no TypeScript that needs compilation, because the
 * checking process loads this file.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly finding: FileFinding | undefined;

  constructor(code: ErrorCode, finding?: FileFinding) {
    super(code);
    this.code = code;
    this.finding = finding;
  }
}

/**
 * Ends the file check with an error code of the API contract and details, such as the measured number of slides.
 */
export function refuse(code: ErrorCode, finding?: FileFinding): never {
  throw new Refusal(code, finding);
}

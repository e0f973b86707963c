/** A middleware step. Returns a response, or null to continue with the next step. */
export type Step<Request> = (request: Request) => Response | null;

/** Error in the site's own configuration, with the status for the error page. */
export class RouteError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "RouteError";
    this.status = status;
  }
}

/**
 * Runs the named middleware steps in order and returns the first response. An unknown name throws the configuration
 * error 'Unknown middleware {name}' with status 500.
 */
export function runSteps<Request>(
  names: readonly string[],
  table: Readonly<Record<string, Step<Request>>>,
  request: Request,
): Response | null {
  for (const name of names) {
    const step = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!step) throw new RouteError(500, `Unknown middleware ${name}`);
    const answer = step(request);
    if (answer) return answer;
  }
  return null;
}

/** A step looks at a request and answers it, or lets it go on to the next one. */
export type Step<Request> = (request: Request) => Response | null;

/** A fault of the site's own configuration, with the status the error page shows. */
export class RouteError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "RouteError";
    this.status = status;
  }
}

/**
 * Runs the named steps in order; the first answer wins. A name that is not in the table is the
 * configuration error 'Unknown middleware {name}' with status 500.
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

import { type Health, healthSchema } from "@/contract/service";
import { failure, PRIVATE_HEADERS } from "./failure";
import { backendBase, send } from "./transport";

/** Maximum milliseconds that a health check waits for the back end. */
const PATIENCE = 3_000;
/** Seconds after which a load balancer can check the health again. */
const RETRY_AFTER = "5";

/**
 * Returns the states of the back end's database, mail, and disk for load balancers. The status is 200, or 503 if the
 * back end cannot be reached or its database is down. A back end without a health endpoint (WordPress) counts as
 * healthy if it answers.
 */
export async function health(ask: typeof send = send): Promise<Response> {
  try {
    const answer = await withPatience(ask(new Request(`${backendBase}health`)));
    if (answer.status !== 404) return told(healthSchema.parse(await answer.json()));
    const index = await withPatience(ask(new Request(backendBase)));
    if (!index.ok) return failure("unavailable", { retryAfter: Number(RETRY_AFTER) });
    return Response.json({ status: "ok" }, { headers: PRIVATE_HEADERS });
  } catch {
    return failure("unavailable", { retryAfter: Number(RETRY_AFTER) });
  }
}

function told(states: Health): Response {
  const isDown = states.status === "down";
  return Response.json(states, {
    status: isDown ? 503 : 200,
    headers: { ...PRIVATE_HEADERS, ...(isDown && { "Retry-After": RETRY_AFTER }) },
  });
}

function withPatience(answer: Promise<Response>): Promise<Response> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("too slow")), PATIENCE).unref();
  });
  return Promise.race([answer, late]);
}

import { failure, PRIVATE_HEADERS } from "./failure";
import { backendBase, send } from "./transport";

/** Milliseconds a back end may take to say that it is there. */
const PATIENCE = 2_000;

/** 200 when this process answers and reaches its back end, else 503. */
export async function health(): Promise<Response> {
  try {
    const answer = await Promise.race([
      send(new Request(backendBase)),
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error("too slow")), PATIENCE).unref();
      }),
    ]);
    if (!answer.ok) return failure("unavailable", { retryAfter: 5 });
    return Response.json({ status: "ok" }, { headers: PRIVATE_HEADERS });
  } catch {
    return failure("unavailable", { retryAfter: 5 });
  }
}

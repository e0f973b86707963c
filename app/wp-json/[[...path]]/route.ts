import { throughGateway } from "@/lib/api/session/gateway";

/** The gateway to the back end: every method of the contract, tus included. */
async function handle(request: Request): Promise<Response> {
  return throughGateway(request);
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};

import { throughGateway } from "@/lib/api/session/gateway";

/** Forwards all methods of the contract to the back end, tus uploads included. */
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

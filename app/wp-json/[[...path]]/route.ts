import { throughGateway } from "@/lib/api/session/gateway";

/** Forwards requests of all methods, including file uploads (tus), to the back end. */
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

/**
 * Who calls, for rate limits: the address that the outermost trusted proxy saw. Each trusted hop
 * appends one entry to X-Forwarded-For; everything left of them is the client's own claim.
 * Without trusted hops the header is not believed and all callers share one address.
 */
export function clientAddress(request: Request, trustedHops: number): string {
  if (trustedHops === 0) return "direct";
  const entries = (request.headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((part) => part.trim());
  return entries.at(-trustedHops) || "unknown";
}

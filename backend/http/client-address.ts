/**
 * The client's address, for rate limits: the one that the outermost trusted proxy saw. Each trusted hop
 * appends one entry to X-Forwarded-For; everything left of them is the client's own claim.
 * Without trusted hops the header is not trusted and all callers share one address.
 */
export function clientAddress(request: Request, trustedHops: number): string {
  if (trustedHops === 0) return "direct";
  const entries = (request.headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((part) => part.trim());
  return entries.at(-trustedHops) || "unknown";
}

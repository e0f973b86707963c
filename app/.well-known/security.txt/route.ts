import { securityTxt } from "@/lib/site/security-txt";

/** Computes security.txt on each request, because a prerendered expiry date would pass. */
export const dynamic = "force-dynamic";

export function GET(): Response {
  return new Response(securityTxt(Date.now()), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}

import { securityTxt } from "@/lib/site/security-txt";

/** Its expiry date is computed on each request. */
export const dynamic = "force-dynamic";

export function GET(): Response {
  return new Response(securityTxt(Date.now()), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}

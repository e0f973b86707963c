import createMiddleware from "next-intl/middleware";
import { routing } from "@/lib/i18n/routing";

export default createMiddleware(routing);

export const config = {
  runtime: "nodejs",
  // Never /wp-json or /api: a matched body is cut at 10 MB without an error.
  matcher: ["/((?!wp-json|api|_next|.*\\..*).*)"],
};

import { plainSlug } from "@/contract/content/slugs";
import { languageOf } from "@/contract/languages";
import { conditional } from "@/lib/api/conditional";
import { itemOf } from "@/lib/content/catalogue";
import { eventCalendar } from "@/lib/site/dates/calendar";
import { eventTimes } from "@/lib/site/events";

type Context = { params: Promise<{ locale: string; slug: string }> };

/**
 * Returns an event as an iCalendar file. Supports conditional requests, because calendar apps poll the file.
 */
export async function GET(request: Request, { params }: Context) {
  const { slug: given, ...place } = await params;
  const slug = plainSlug(given);
  const event = await itemOf("events", slug, languageOf(place.locale));
  const times = event && eventTimes(event.meta);
  if (!event || !times) return new Response(null, { status: 404 });
  return conditional(request, eventCalendar(event, times), {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename="${encodeURIComponent(slug)}.ics"`,
  });
}

import { itemOf } from "@/lib/api/catalogue";
import { conditional } from "@/lib/api/conditional";
import { eventCalendar } from "@/lib/calendar";
import { eventTimes } from "@/lib/events";
import { localeOf } from "@/lib/i18n/routing";

type Context = { params: Promise<{ locale: string; slug: string }> };

/** An event for people's own calendars, which come back to see whether it has changed. */
export async function GET(request: Request, { params }: Context) {
  const { slug, ...place } = await params;
  const event = await itemOf("events", slug, localeOf(place));
  const times = event && eventTimes(event.meta);
  if (!event || !times) return new Response(null, { status: 404 });
  return conditional(request, eventCalendar(event, times), {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename="${encodeURIComponent(slug)}.ics"`,
  });
}

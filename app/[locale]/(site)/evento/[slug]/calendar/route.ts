import { itemOf, slugParams } from "@/lib/api/catalogue";
import { eventCalendar } from "@/lib/calendar";
import { eventTimes } from "@/lib/events";
import { localeOf } from "@/lib/i18n/routing";

type Context = { params: Promise<{ locale: string; slug: string }> };

export const revalidate = 300;

export function generateStaticParams({ params }: { params: { locale: string } }) {
  return slugParams("events", params);
}

/** An event for people's own calendars. */
export async function GET(_request: Request, { params }: Context) {
  const { slug, ...place } = await params;
  const event = await itemOf("events", slug, localeOf(place));
  const times = event && eventTimes(event.meta);
  if (!event || !times) return new Response(null, { status: 404 });
  return new Response(eventCalendar(event, times), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${encodeURIComponent(slug)}.ics"`,
    },
  });
}

/**
 * Replaces Next's 404 page of the root, whose text and styles (1.6 kB) are in the flight data of every page. Visitors see
 * it only if the middleware does not choose a language: `[locale]/(site)/not-found.tsx` and `global-not-found.tsx` are the
 * visible 404 pages.
 */
export default function NotFound() {
  return <h1>{404}</h1>;
}

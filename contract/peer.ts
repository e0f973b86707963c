/*
 * Header with the address of the client, from the site's server (lib/server-guard) to the embedded back end.
 * The server overwrites a value that the client sends.
 */

export const PEER_HEADER = "x-peer";

/** Value instead of an address, for a request that came through a proxy. */
export const PROXIED = "proxied";

/** The header in which a site and its separate back end send each other BACKEND_SECRET. */
export const SITE_KEY_HEADER = "x-site-key";

/** Where a separate back end learns from one instance of the site that pages are outdated on all. */
export const INVALIDATIONS_PATH = "invalidations";

/** Where a site asks its separate back end for stored preview links (contract/content/preview-links.ts). */
export const PREVIEW_LINKS_PATH = "preview-links";

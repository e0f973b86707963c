/*
 * Header in which the site's server (lib/server-guard) sends the client's address to the embedded back end. The server
 * overwrites a value that the client sends.
 */

export const PEER_HEADER = "x-peer";

/**
 * Value of PEER_HEADER for a request that came through a proxy. The connection of such a request shows the proxy's
 * address, not the client's.
 */
export const PROXIED = "proxied";

/** Header in which a site and its separate back end send each other the secret BACKEND_SECRET. */
export const SITE_KEY_HEADER = "x-site-key";

/** Path at which an instance of the site notifies its separate back end that pages are outdated on all instances. */
export const INVALIDATIONS_PATH = "invalidations";

/** Path at which a site asks its separate back end for stored preview links (contract/content/preview-links.ts). */
export const PREVIEW_LINKS_PATH = "preview-links";

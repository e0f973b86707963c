/*
 * Header with the address of the client, from the site's server (lib/server-guard) to the embedded back end.
 * The server overwrites a value that the client sends.
 */

export const PEER_HEADER = "x-peer";

/** Value instead of an address, for a request that came through a proxy. */
export const PROXIED = "proxied";

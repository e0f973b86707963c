/*
 * Who is at the other end of the connection, from the site's server (lib/server-guard) to the embedded
 * back end. The server overwrites what a client sends under this name.
 */

export const PEER_HEADER = "x-peer";

/** Instead of an address: the request says that it came through a proxy. */
export const PROXIED = "proxied";

// @ts-check
import { createServer } from "node:net";
import { LauncherError } from "../launcher/report.mjs";

/**
 * Tries to listen on a port. Resolves to null on success, otherwise to the code of the system error.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>}
 */
function attempt(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? "unknown"),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/**
 * Checks whether a port is free. Returns null for a free port, otherwise the code of the system error.
 *
 * @param {number} port
 * @param {string} host
 */
async function obstacle(port, host) {
  const first = await attempt(port, host);
  if (first) return first;
  // `localhost` can resolve to ::1. Another program that listens on ::1 would get this site's visitors.
  const second = await attempt(port, "::1");
  return second === "EADDRINUSE" ? second : null;
}

/**
 * Parses a port number. Throws a LauncherError that names the variable if the text is not a port number.
 *
 * @param {string | number} text
 * @param {string} variable
 */
function readPort(text, variable) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new LauncherError(`${variable}=${text} is not a port: use a number from 1 to 65535.`);
  }
  return port;
}

/**
 * Returns the error for a port that is in use. Its message names the variable with which users choose another port.
 *
 * @param {number} port
 * @param {string} variable
 */
function inUse(port, variable) {
  return new LauncherError(
    `Port ${port} is already in use: stop the program that uses it, or choose another one, for example ${variable}=${port + 1} npm start.`,
  );
}

/**
 * Throws a LauncherError if another program has taken a port since the launcher chose it.
 *
 * @param {number} port
 * @param {string} variable
 */
export async function stillFree(port, variable, host = "127.0.0.1") {
  if (await obstacle(port, host)) throw inUse(port, variable);
}

/**
 * Returns the port that a variable names, or `preferred` without the variable. If the port is in use, throws a
 * LauncherError with the variable and the port.
 *
 * @param {string} variable
 * @param {number} preferred
 */
export async function fixedPort(variable, preferred, host = "127.0.0.1") {
  const port = readPort(process.env[variable] || preferred, variable);
  const code = await obstacle(port, host);
  if (code === "EADDRINUSE") {
    throw inUse(port, variable);
  }
  if (code) {
    throw new LauncherError(
      `Port ${port} of ${host} cannot be opened (${code}): choose another one with ${variable}.`,
    );
  }
  return port;
}

/**
 * Returns the port that a variable names. Without the variable, returns the first free port, starting from `preferred`.
 *
 * @param {string} variable
 * @param {number} preferred
 */
export async function innerPort(variable, preferred) {
  if (process.env[variable]) return fixedPort(variable, preferred);
  for (let port = preferred; port < preferred + 200; port++) {
    if ((await obstacle(port, "127.0.0.1")) === null) return port;
  }
  throw new LauncherError(
    `No port from ${preferred} to ${preferred + 199} is free: choose one with ${variable}.`,
  );
}

/**
 * Reserves a port until `release` is called, so that a simultaneous run chooses another port.
 *
 * @param {string} variable
 * @param {number} preferred
 */
export async function holdPort(variable, preferred) {
  for (;;) {
    const port = await innerPort(variable, preferred);
    const server = createServer((socket) => socket.destroy());
    const held = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen({ port, host: "127.0.0.1", exclusive: true }, () => resolve(true));
    });
    server.unref();
    const release = () => new Promise((resolve) => server.close(resolve));
    if (held) return { port, release };
  }
}

/**
 * The error when another program takes the port that the launcher chose for a program, before that program listens on
 * it.
 */
export class PortTaken extends LauncherError {}

/**
 * Starts a program on a port that `start` chooses. If another program takes the port first, tries again with another
 * port. A port that a variable names is never replaced: the second attempt throws a LauncherError.
 *
 * @template T
 * @param {() => Promise<T>} start
 * @returns {Promise<T>}
 */
export async function onFreePort(start) {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === 20) throw error;
    }
  }
}

/**
 * Port numbers below Linux's range for outgoing connections. A chosen port is therefore still free when a server uses
 * it.
 */
const INNER = { from: 20_000, to: 32_000 };
const given = new Set();

/** Returns a free loopback port. Never returns the same port twice. */
export async function anyPort() {
  for (;;) {
    const port = INNER.from + Math.floor(Math.random() * (INNER.to - INNER.from));
    if (given.has(port) || (await obstacle(port, "127.0.0.1")) !== null) continue;
    given.add(port);
    return port;
  }
}

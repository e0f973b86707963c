/**
 * Returns the process-wide value with this name, created on first use. Next bundles middleware, pages, handlers, and
 * instrumentation separately, so each bundle has its own copy of a module's state.
 */
export function perProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`slancio.${name}`);
  const value: T = Reflect.get(globalThis, key) ?? make();
  Reflect.set(globalThis, key, value);
  return value;
}

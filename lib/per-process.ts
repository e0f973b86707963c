/**
 * Returns the value with this name for the whole process, created on first use. Next bundles middleware, pages,
 * handlers, and instrumentation separately, so each bundle has a separate copy of a module's variables.
 */
export function perProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`slancio.${name}`);
  const value: T = Reflect.get(globalThis, key) ?? make();
  Reflect.set(globalThis, key, value);
  return value;
}

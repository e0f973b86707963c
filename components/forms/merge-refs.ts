import type { Ref, RefCallback } from "react";

/** Returns one ref callback for several refs, such as a component's own ref and its caller's ref. */
export function mergeRefs<T>(...refs: (Ref<T> | undefined)[]): RefCallback<T> {
  return (element) => {
    for (const ref of refs) {
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    }
  };
}

/** 448 MB: several times what a scan takes, and little enough that a phone does not end the tab. */
const MOST_PAGES = 7_168

/**
 * onnxruntime reserves four gigabytes of addresses, which phones refuse, and would fill them before it
 * fails. With a limit, too large a scan fails and the server is offered.
 */
export const limitMemory = () => {
  const Unlimited = WebAssembly.Memory
  WebAssembly.Memory = class extends Unlimited {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      const maximum = Math.min(descriptor.maximum ?? MOST_PAGES, MOST_PAGES)
      super({ ...descriptor, maximum })
    }
  }
}

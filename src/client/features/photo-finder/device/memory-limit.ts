/** 448 MB: several times what a scan takes, but not so much that a phone ends the tab. */
const MAX_PAGES = 7_168

/**
 * onnxruntime reserves four gigabytes of address space, which phones refuse, and would fill them before
 * it fails. With this limit, a scan that is too large fails early, and the visitor can use the server.
 */
export const limitMemory = () => {
  const Unlimited = WebAssembly.Memory
  WebAssembly.Memory = class extends Unlimited {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      const maximum = Math.min(descriptor.maximum ?? MAX_PAGES, MAX_PAGES)
      super({ ...descriptor, maximum })
    }
  }
}

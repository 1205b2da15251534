export declare const AREAS: Record<
  string,
  { mutate: string[]; tests: string[]; ignoresStatic?: boolean }
>

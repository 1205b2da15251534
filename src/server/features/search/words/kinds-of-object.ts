import { withinKind } from './vocabulary/vocabulary.ts'

/** What the detector's kinds are in the vocabulary. It calls everything worn on the upper body a top. */
const KINDS_OF_OBJECT: Readonly<Record<string, readonly string[]>> = {
  top: ['tops', 'knitwear', 'vests'],
  outerwear: ['outerwear'],
  dress: ['dresses', 'jumpsuits'],
  pants: ['trousers'],
  skirt: ['skirts'],
  shorts: ['shorts'],
  legwear: ['legwear'],
  footwear: ['footwear'],
  bag: ['bags'],
  hat: ['hats'],
  eyewear: ['eyewear'],
  belt: ['belts'],
  scarf: ['scarves'],
  tie: ['ties'],
  gloves: ['gloves'],
  jewelry: ['jewelry'],
  watch: ['watches'],
}

/** The kinds of products that an object of this kind may be; none for an unknown one. */
export const kindsOfObject = (kind: string | null): readonly string[] =>
  (KINDS_OF_OBJECT[kind ?? ''] ?? []).flatMap(withinKind)

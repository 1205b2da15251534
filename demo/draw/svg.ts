import { darken, type Hex } from './color.ts'
import { patternSvg } from './fabric.ts'
import { svgOf } from './path.ts'
import { baseOf, type Mark, type Piece } from './piece.ts'

const markSvg = (mark: Mark): string => {
  const stroke = mark.stroke
    ? ` stroke="${mark.stroke}" stroke-width="${mark.width ?? 1.5}" stroke-opacity="${mark.opacity ?? 1}" stroke-linecap="round"`
    : ''
  const dash = mark.dash ? ` stroke-dasharray="${mark.dash}"` : ''
  return `<path d="${svgOf(mark.path)}" fill="${mark.fill ?? 'none'}" fill-opacity="${mark.opacity ?? 1}"${stroke}${dash}/>`
}

export type Light = {
  /** -1 is the viewer's left. */ from: -1 | 1
  color: Hex
  strength: number
}
export const DAYLIGHT: Light = { from: -1, color: '#1a0f2e', strength: 0.2 }

/** Pieces as SVG, back to front. `prefix` keeps the ids of two drawings in one picture distinct. */
export const piecesSvg = (
  pieces: readonly Piece[],
  light: Light = DAYLIGHT,
  prefix = 'p',
): string => {
  const defs: string[] = []
  const patterns = new Map<string, string>()
  let clips = 0
  const fillOf = (piece: Piece): string => {
    if (typeof piece.fill === 'string') return piece.fill
    if (piece.fill.weave === 'plain') return piece.fill.base
    const turn = Math.round(piece.turn ?? 0)
    const key = `${JSON.stringify(piece.fill)}${turn}`
    const existingPattern = patterns.get(key)
    if (existingPattern) return `url(#${existingPattern})`
    const id = `${prefix}w${patterns.size}`
    patterns.set(key, id)
    defs.push(patternSvg(piece.fill, id, turn))
    return `url(#${id})`
  }
  const body = pieces.map((piece) => {
    const d = svgOf(piece.path)
    const opacity = piece.opacity === undefined ? '' : ` fill-opacity="${piece.opacity}"`
    const area = `<path d="${d}" fill="${fillOf(piece)}"${opacity}/>`
    const marks = (piece.marks ?? []).map(markSvg).join('')
    if (!marks && !piece.shade && !piece.edge) return area
    const clip = `${prefix}c${clips++}`
    const shade = piece.shade
      ? `<path d="M-3000 -3000H3000V3000H-3000Z${d}" transform="translate(${light.from * piece.shade} ${-piece.shade * 0.35})"` +
        ` fill="${light.color}" fill-opacity="${light.strength}" fill-rule="evenodd"/>`
      : ''
    const edge = piece.edge
      ? `<path d="${d}" fill="none" stroke="${darken(baseOf(piece.fill), 0.55)}" stroke-opacity=".55" stroke-width="${piece.edge * 2}"/>`
      : ''
    defs.push(`<clipPath id="${clip}"><path d="${d}"/></clipPath>`)
    return `${area}<g clip-path="url(#${clip})">${marks}${shade}${edge}</g>`
  })
  return `<defs>${defs.join('')}</defs>${body.join('')}`
}

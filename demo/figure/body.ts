/** Half widths and lengths of a fashion figure, about eight and a half heads tall. */
export type Body = {
  shoulder: number
  bust: number
  waist: number
  hip: number
  /** 1 is slender. */
  limb: number
  torso: number
  thigh: number
  shin: number
  upperArm: number
  foreArm: number
  neck: number
  head: number
}
const slender: Body = {
  shoulder: 50,
  bust: 40,
  waist: 31,
  hip: 45,
  limb: 1,
  torso: 200,
  thigh: 202,
  shin: 206,
  upperArm: 118,
  foreArm: 108,
  neck: 36,
  head: 1,
}
export const BODIES = {
  slender,
  willowy: {
    ...slender,
    shoulder: 47,
    bust: 36,
    waist: 29,
    hip: 41,
    limb: 0.92,
    thigh: 208,
    shin: 212,
  },
  curvy: { ...slender, shoulder: 54, bust: 50, waist: 40, hip: 60, limb: 1.28, torso: 198 },
  full: {
    ...slender,
    shoulder: 58,
    bust: 56,
    waist: 51,
    hip: 66,
    limb: 1.42,
    torso: 198,
    neck: 33,
  },
  athletic: {
    ...slender,
    shoulder: 60,
    bust: 50,
    waist: 39,
    hip: 44,
    limb: 1.16,
    torso: 208,
    head: 1.02,
  },
  broad: {
    ...slender,
    shoulder: 67,
    bust: 57,
    waist: 48,
    hip: 50,
    limb: 1.3,
    torso: 212,
    neck: 33,
    head: 1.04,
  },
  lanky: {
    ...slender,
    shoulder: 56,
    bust: 44,
    waist: 37,
    hip: 41,
    limb: 1.02,
    torso: 208,
    thigh: 208,
    shin: 212,
  },
} satisfies Record<string, Body>
export type BodyName = keyof typeof BODIES

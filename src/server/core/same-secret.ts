import { timingSafeEqual } from 'node:crypto'

/** Takes the same time however much of it is the same. */
export const isSameSecret = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other)

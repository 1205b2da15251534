import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that an attacker cannot guess the secret byte by byte. */
export const isSameSecret = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other)
